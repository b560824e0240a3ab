import { CopyButton, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { CommunityImage } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

const SHOWN = ['model', 'style', 'sampler', 'steps', 'guidance_scale', 'seed'] as const

/** Prompt and settings of an image, as far as its creator shows them. */
export function ImageSettings({ image }: { image: CommunityImage }) {
  const t = useTexts()
  const { prompt, parameters, width, height, model_versions: versions } = image
  const negative = parameters?.['negative_prompt']
  const settings = SHOWN.flatMap((name) => {
    const value = parameters?.[name]
    const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return isShown ? [[name, String(value)] as const] : []
  })
  return (
    <section aria-label={t('settings.label')}>
      {prompt === null ? (
        <Text size="sm" c="dimmed">
          {t('settings.hidden')}
        </Text>
      ) : (
        <>
          <Group justify="space-between" mb={4}>
            <Title order={2} fz="md">
              {t('settings.prompt')}
            </Title>
            <CopyButton value={prompt}>
              {({ copied, copy }) => (
                <SmallButton onClick={copy}>
                  {t(copied ? 'settings.copied' : 'settings.copy')}
                </SmallButton>
              )}
            </CopyButton>
          </Group>
          <Text style={{ overflowWrap: 'anywhere' }}>{prompt}</Text>
        </>
      )}
      <dl className={`${classes.facts} tabular`} style={{ marginTop: '0.75rem' }}>
        {typeof negative === 'string' && negative !== '' && (
          <>
            <dt>{t('settings.negative_prompt')}</dt>
            <dd>{negative}</dd>
          </>
        )}
        {settings.map(([name, value]) => (
          <Setting key={name} name={t(`settings.${name}`)} value={value} />
        ))}
        <Setting name={t('settings.size')} value={`${width} x ${height}`} />
      </dl>
      {versions.length > 0 && (
        <Group gap="xs" mt="sm">
          {versions.map((version, place) => (
            <Link key={version} to={paths.exploreModel.link(version)} className={classes.chip}>
              {t('modelLink', { number: place + 1, count: versions.length })}
            </Link>
          ))}
        </Group>
      )}
    </section>
  )
}

const Setting = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

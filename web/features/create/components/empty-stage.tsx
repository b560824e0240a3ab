import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useTexts } from '../texts.ts'
import classes from '#web/features/generate/components/stage.module.css'

/** Before the first picture: one picture of the model, one sentence, and examples that work. */
export function EmptyStage() {
  const t = useTexts()
  const { change } = useGenerationForm()
  const { brand } = useSite()
  const tool = useTool()
  const { models } = useAbilities(null)
  const { me } = useSession()
  const isBuiltinAlone = useCapabilities().draws === 'collection'
  return (
    <div className={classes.empty}>
      <img src="/styles/3d.webp" alt={t('emptyStage.sample')} width={160} height={160} />
      <Title order={2} size="h3">
        {t('emptyStage.title')}
      </Title>
      {tool === 'image' && <Text maw="44ch">{t('emptyStage.image')}</Text>}
      {isBuiltinAlone && (
        <Text c="dimmed" maw="44ch">
          {t('emptyStage.model')}
        </Text>
      )}
      {isBuiltinAlone && models.length > 0 && me?.is_admin === true && (
        <Button component={Link} to={paths.adminModels.link({ add: 'first' })} variant="light">
          {t('emptyStage.addModel')}
        </Button>
      )}
      <div className={classes.examples}>
        {brand.hero.examples.map((prompt) => (
          <Button
            key={prompt}
            variant="default"
            radius="xl"
            size="sm"
            onClick={() => {
              change({ prompt })
              document.getElementById('prompt')?.focus()
            }}
          >
            {prompt}
          </Button>
        ))}
      </div>
    </div>
  )
}

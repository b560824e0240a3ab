import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CommunityModel } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

const SIZES = '(min-width: 62em) 18rem, (min-width: 36em) 45vw, 95vw'

/** Models as cards. */
export function ModelCards({
  models,
  label,
}: {
  models: readonly CommunityModel[]
  label: string
}) {
  const t = useTexts()
  return (
    <ul className={classes.cards} aria-label={label}>
      {models.map(({ id, slug, name, type, base_model, sample, creator }) => (
        <li key={id} className={classes.card}>
          {sample ? (
            <Picture image={sample} sizes={SIZES} />
          ) : (
            <div className={classes.noSample}>
              <IconBox size={40} aria-hidden />
            </div>
          )}
          <div className={classes.cardBody}>
            <Link
              to={paths.exploreModel.link(slug)}
              className={`${classes.cardLink} ${classes.person}`}
            >
              {name}
            </Link>
            <Text size="sm" c="dimmed">
              {t('by', { name: creator.name })}
            </Text>
            <Group gap="xs" mt="xs">
              <Badge variant="default">{t(`type.${type}`)}</Badge>
              <Badge variant="default">{base_model}</Badge>
            </Group>
          </div>
        </li>
      ))}
    </ul>
  )
}

const PLACES = [0, 1, 2, 3, 4, 5]

/** Where models are about to be. */
export const WaitingCards = () => (
  <div className={classes.cards} aria-hidden="true">
    {PLACES.map((place) => (
      <Skeleton key={place} h={300} radius={12} />
    ))}
  </div>
)

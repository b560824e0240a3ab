import { ActionIcon, Anchor, Badge, Group, Text, Title } from '@mantine/core'
import { IconHeart, IconHeartFilled, IconMovie, IconPhoto } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Pack } from '#contract/packs.ts'
import { formatCredits } from '#web/lib/format.ts'
import { usePackActions } from '../api/use-packs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'

const EDGE = 256

/** What a pack looks like; one without samples says why in their place. */
export function Samples({
  pack: { samples, kind, subject },
  isWide = false,
}: {
  pack: Pack
  /** All of them in one row, not the first two. */
  isWide?: boolean
}) {
  const t = useTexts()
  if (samples.length === 0)
    return (
      <div className={`${classes.samples} ${classes.plain}`} data-wide={isWide || undefined}>
        <div>
          {kind === 'photo' ? (
            <IconPhoto size={32} aria-hidden />
          ) : (
            <IconMovie size={32} aria-hidden />
          )}
          <Text size="sm">{t(`samples.${subject}`)}</Text>
        </div>
      </div>
    )
  return (
    <div className={classes.samples} data-wide={isWide || undefined}>
      {samples.slice(0, isWide ? 4 : 2).map(({ url, alt }) => (
        <img key={url} src={url} alt={alt} width={EDGE} height={EDGE} loading="lazy" />
      ))}
    </div>
  )
}

/** A pack in a list. */
export function PackCard({ pack, isSignedIn }: { pack: Pack; isSignedIn: boolean }) {
  const t = useTexts()
  return (
    <li className={classes.card}>
      <Samples pack={pack} />
      <div className={classes.body}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={pagesOf(pack.kind).detail.link(pack.id)} inherit>
              {pack.title}
            </Anchor>
          </Title>
          {isSignedIn && pack.state === 'published' && <Favorite pack={pack} />}
        </Group>
        <Text size="sm" c="dimmed" style={{ flex: 1 }}>
          {pack.description}
        </Text>
        {pack.subject !== 'none' && pack.samples.length > 0 && (
          <Text size="xs" c="dimmed">
            {t(`stands.${pack.subject}`)}
          </Text>
        )}
        <Group gap="xs">
          {pack.state !== 'published' && (
            <Badge variant="default">{t(`state.${pack.state}`)}</Badge>
          )}
          <Badge variant="default">{t(`subject.${pack.subject}`)}</Badge>
        </Group>
        <Text size="sm" className="tabular">
          {t('card.size', { shots: pack.shot_count, credits: formatCredits(pack.credits) })}
        </Text>
      </div>
    </li>
  )
}

/** Adds a pack to the favorites, or takes it out. */
export function Favorite({ pack: { id, kind, title, is_favorite: is } }: { pack: Pack }) {
  const t = useTexts()
  const { favor } = usePackActions(kind)
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-pressed={is}
      aria-label={t('act.favorite', { title })}
      loading={favor.isPending}
      onClick={() => favor.mutate({ id, isFavorite: !is })}
    >
      {is ? <IconHeartFilled size={18} /> : <IconHeart size={18} />}
    </ActionIcon>
  )
}

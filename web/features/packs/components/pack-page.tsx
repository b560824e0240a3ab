import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { PackDetail, PackKind } from '#contract/packs.ts'
import { paths } from '#contract/paths.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { useSession } from '#web/lib/session.ts'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { usePack, usePackActions, useWall } from '../api/use-packs.ts'
import { useTryShot } from '../api/use-runs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { shotWords } from '../lib/shot-words.ts'
import { useTexts } from '../texts.ts'
import { Favorite, Samples } from './pack-card.tsx'
import { RunPanel } from './run-panel.tsx'
import classes from './packs.module.css'

/** Of a sample, as `scripts/make-pack-samples.ts` makes it. */
const EDGE = 256

/** One pack: what is in it, what it costs, and what others made with it. */
export function PackPage({ kind, id }: { kind: PackKind; id: string }) {
  const t = useTexts()
  const { data: pack, isError, refetch } = usePack(kind, id)
  if (isError && !pack)
    return <ErrorState what={t('detail.failed')} onRetry={() => void refetch()} />
  if (pack === null)
    return (
      <EmptyState
        text={t('detail.gone')}
        action={
          <Anchor component={Link} to={pagesOf(kind).all.link()}>
            {t(`list.title.${kind}`)}
          </Anchor>
        }
      />
    )
  return pack ? <Detail pack={pack} /> : <PageSkeleton />
}

function Detail({ pack }: { pack: PackDetail }) {
  const t = useTexts()
  const { me } = useSession()
  const [training, setTraining] = useState<string | null>(null)
  const { trains_likeness: drawsLikeness } = useCapabilities()
  const { kind } = pack
  return (
    <>
      <Anchor component={Link} to={pagesOf(kind).all.link()} size="sm">
        {t(`list.title.${kind}`)}
      </Anchor>
      <div className={classes.head}>
        <div>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {pack.title}
          </Title>
          <Text c="dimmed">{pack.description}</Text>
          {pack.subject === 'person' && !drawsLikeness && (
            <Text mt="xs">{t('detail.noPeople')}</Text>
          )}
        </div>
        {me?.email && pack.state === 'published' && <Favorite pack={pack} />}
      </div>
      <Group gap="xs" mb="md">
        {pack.state !== 'published' && <Badge variant="default">{t(`state.${pack.state}`)}</Badge>}
        {pack.has_changes && <Badge variant="default">{t('state.changed')}</Badge>}
        <Badge variant="default">{t(`subject.${pack.subject}`)}</Badge>
        {pack.tags.map((tag) => (
          <Badge key={tag} variant="default">
            {tag}
          </Badge>
        ))}
      </Group>
      {pack.can_edit && <Author pack={pack} />}
      <div className={classes.columns}>
        <div>
          {pack.samples.length > 0 && (
            <div>
              <Samples pack={pack} isWide />
              <Text size="sm" c="dimmed" mt={4}>
                {pack.subject === 'none' ? t('detail.samples') : t(`stands.${pack.subject}`)}
              </Text>
            </div>
          )}
        </div>
        <RunPanel pack={pack} training={training} onTraining={setTraining} />
        <Stack gap="xl">
          <Shots pack={pack} training={training} />
          <Wall kind={kind} id={pack.id} />
        </Stack>
      </div>
    </>
  )
}

/** What may be done by who wrote a pack, and by the staff. */
function Author({ pack }: { pack: PackDetail }) {
  const { id, kind, state, has_changes: hasChanges } = pack
  const t = useTexts()
  const { me } = useSession()
  const navigate = useNavigate()
  const { publish, remove } = usePackActions(kind)
  const [isSure, setSure] = useState(false)
  const isStaff = me?.is_staff === true || me?.is_admin === true
  const canPublish = isStaff ? state !== 'published' || hasChanges : state === 'draft'
  const pages = pagesOf(kind)
  return (
    <Group mb="lg" gap="sm">
      <Button component={Link} to={pages.create.link({ pack: id })} variant="default">
        {t('act.edit')}
      </Button>
      {canPublish && (
        <Button variant="default" loading={publish.isPending} onClick={() => publish.mutate(pack)}>
          {t(isStaff ? 'act.publish' : 'act.offer')}
        </Button>
      )}
      <Button
        variant="default"
        color="red"
        loading={remove.isPending}
        onClick={() =>
          isSure
            ? remove.mutate(id, { onSuccess: () => void navigate(pages.all.link()) })
            : setSure(true)
        }
      >
        {t(isSure ? 'act.reallyDelete' : state === 'published' ? 'act.withdraw' : 'act.delete')}
      </Button>
    </Group>
  )
}

function Shots({ pack, training }: { pack: PackDetail; training: string | null }) {
  const t = useTexts()
  const { me } = useSession()
  const tryShot = useTryShot(pack.kind)
  const canTry = Boolean(me?.email) && (pack.subject === 'none' || training !== null)
  return (
    <section aria-labelledby="shots">
      <Title order={2} id="shots" fz="lg" mb="sm">
        {t('detail.shots', { count: pack.shot_count })}
      </Title>
      {tryShot.isSuccess && (
        <Text role="status" mb="sm">
          {t.rich('detail.tried', {
            link: <Anchor component={Link} to={paths.library.link()} inherit />,
          })}
        </Text>
      )}
      <ol className={classes.shots}>
        {pack.shots.map(({ id, prompt }) => (
          <li key={id} className={classes.shot}>
            <ShotSample pack={pack} prompt={prompt} />
            <Text size="sm" className={classes.words}>
              {shotWords(t, prompt, pack.subject)}
            </Text>
            {canTry && (
              <SmallButton
                aria-label={t('act.tryThis', { prompt: shotWords(t, prompt, pack.subject) })}
                loading={tryShot.isPending && tryShot.variables.shot === id}
                disabled={tryShot.isPending}
                onClick={() => tryShot.mutate({ pack: pack.id, shot: id, training })}
              >
                {t('act.try')}
              </SmallButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the shot came to when this app drew it; none of a shot that shows somebody's own subject. */
function ShotSample({ pack, prompt }: { pack: PackDetail; prompt: string }) {
  const sample = pack.samples.find(({ alt }) => alt === prompt)
  if (!sample) return null
  return (
    <img
      className={classes.sample}
      src={sample.url}
      alt=""
      width={EDGE}
      height={EDGE}
      loading="lazy"
      decoding="async"
    />
  )
}

function Wall({ kind, id }: { kind: PackKind; id: string }) {
  const t = useTexts()
  const { data } = useWall(kind, id)
  if (!data) return null
  return (
    <section aria-labelledby="wall">
      <Title order={2} id="wall" fz="lg" mb="sm">
        {t('wall.title')}
      </Title>
      {data.results.length === 0 ? (
        <Text c="dimmed">{t('wall.empty')}</Text>
      ) : (
        <ul className={classes.tiles}>
          {data.results.map((image) => (
            <li key={image.id} className={classes.frame}>
              <Link to={paths.exploreImage.link(image.id)}>
                <Picture image={{ ...image, alt: image.alt || t('wall.image') }} sizes="13rem" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

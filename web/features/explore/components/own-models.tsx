import { Anchor, Badge, Group, Loader, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { OwnModel } from '#contract/model-publishing.ts'
import { paths } from '#contract/paths.ts'
import { formatDay } from '#web/lib/format.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useOwnModelActions, useOwnModels } from '../api/use-publishing.ts'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

/** Models of one's own, and how each stands. */
export function OwnModels() {
  const t = useTexts()
  const { data, isError, refetch } = useOwnModels()
  return (
    <section aria-labelledby="own-models">
      <Title order={2} id="own-models" fz="lg" mb="sm">
        {t('publish.own')}
      </Title>
      {isError && <ErrorState what={t('models.failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={120} radius={12} />}
      {data?.results.length === 0 && (
        <EmptyState picture="rocket-3d-style-on-sky-background" text={t('publish.none')} />
      )}
      {data && data.results.length > 0 && (
        <ul className={classes.comments}>
          {data.results.map((model) => (
            <li key={model.id} className={classes.comment}>
              <Own model={model} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Own({ model }: { model: OwnModel }) {
  const t = useTexts()
  const { withdraw, publishAgain } = useOwnModelActions()
  const { id, slug, name, state, created_at: at } = model
  const isOut = state === 'published' || state === 'scanning'
  const change = isOut ? withdraw : publishAgain
  const isChanging = withdraw.isPending || publishAgain.isPending
  return (
    <>
      {state === 'published' ? (
        <Anchor component={Link} to={paths.exploreModel.link(slug)} fw={700}>
          {name}
        </Anchor>
      ) : (
        <Text fw={700}>{name}</Text>
      )}
      <Group gap="xs" my={4}>
        <Badge variant="default">{t(`state.${state}`)}</Badge>
        <Text size="sm" c="dimmed" className="tabular">
          {formatDay(at)}
        </Text>
      </Group>
      {(isOut || state === 'withdrawn') && (
        // One button for both, and never disabled, so that it keeps the focus.
        <SmallButton
          aria-busy={isChanging}
          leftSection={isChanging && <Loader size={12} color="currentColor" />}
          aria-label={t(isOut ? 'publish.withdrawName' : 'publish.againName', { name })}
          onClick={() => !isChanging && change.mutate(id)}
        >
          {t(isOut ? 'publish.withdraw' : 'publish.again')}
        </SmallButton>
      )}
    </>
  )
}

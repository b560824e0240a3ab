import { Anchor, Button, Text, Title } from '@mantine/core'
import type { WaitingModel } from '#contract/model-publishing.ts'
import { formatBytes, formatTime } from '#web/lib/format.ts'
import { useDecideModels, useWaitingModels } from '../api/use-publications.ts'
import { WaitingQueue } from './waiting-queue.tsx'

function Model({ model }: { model: WaitingModel }) {
  const { name, description, type, base_model, rating, tags, files, creator } = model
  return (
    <div>
      <Text fw={700}>{name}</Text>
      <Text size="sm" c="dimmed">
        {creator.name}, {formatTime(model.created_at)}
      </Text>
      <Text size="sm">
        {type}, {base_model}, {rating}
      </Text>
      <Text size="sm" lineClamp={6}>
        {description || 'No description.'}
      </Text>
      <Text size="sm">{[...tags, ...model.trained_words].join(', ')}</Text>
      {files.map((file) => (
        <Text key={file.sha256} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {file.name}, {formatBytes(file.bytes)}, SHA-256{' '}
          <Anchor
            inherit
            href={`https://civitai.com/api/v1/model-versions/by-hash/${file.sha256}`}
            target="_blank"
            rel="noreferrer"
          >
            {file.sha256}
          </Anchor>
        </Text>
      ))}
    </div>
  )
}

/** Models that people published, above the images; nothing where there are none. */
export function WaitingModels({ state }: { state: 'scanning' | 'hidden' }) {
  const models = useWaitingModels(state)
  const decide = useDecideModels()
  const shown = models.data?.pages.flatMap(({ results }) => results) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="waiting-models">
      <Title order={2} id="waiting-models" fz="lg" mb="sm">
        Models
      </Title>
      <WaitingQueue
        kind="model"
        items={shown}
        state={state}
        decide={decide}
        nameOf={({ name }) => name}
      >
        {(model) => <Model model={model} />}
      </WaitingQueue>
      {models.hasNextPage && (
        <Button
          variant="default"
          loading={models.isFetchingNextPage}
          onClick={() => void models.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRootData } from '#web/lib/site.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import {
  composePrompt,
  countOf,
  MOST_PICKED,
  type Picked,
  type Scene,
  SCENES,
} from './compose-prompt.ts'
import { PickedThings } from './picked-things.tsx'
import { useTexts } from './texts.ts'
import { ThingGrid } from './thing-grid.tsx'
import { useThings } from './use-things.ts'

const CATEGORIES = [
  'faces',
  'people',
  'nature',
  'food',
  'places',
  'activities',
  'objects',
  'symbols',
] as const

/** The collection in pictures: what is picked, how many of it, and where it is become the prompt. */
export function ThingBrowser({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { language } = useRootData()
  const { change } = useGenerationForm()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 200)
  const [category, setCategory] = useState<string | null>(null)
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const [scene, setScene] = useState<Scene>('none')
  const { data, isError, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useThings(asked, category)
  const things = data?.pages.flatMap(({ results }) => results) ?? []
  const prompt = composePrompt(picked, scene, language)
  const isFull = countOf(picked) >= MOST_PICKED

  function toggle(name: string): void {
    const isPicked = picked.some((one) => one.name === name)
    if (isPicked) setPicked(picked.filter((one) => one.name !== name))
    else if (!isFull) setPicked([...picked, { name, count: 1 }])
  }

  return (
    <Dialog opened onClose={onClose} title={t('things.title')} size={880}>
      <Stack gap="sm">
        <Group gap="sm" align="end" grow preventGrowOverflow={false}>
          <TextInput
            type="search"
            label={t('things.search')}
            placeholder={t('things.example')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            label={t('things.category')}
            value={category ?? ''}
            onChange={(event) => setCategory(event.currentTarget.value || null)}
            data={[
              { value: '', label: t('things.all') },
              ...CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
            ]}
          />
          <NativeSelect
            label={t('things.scene')}
            value={scene}
            onChange={(event) => setScene(event.currentTarget.value as Scene)}
            data={(Object.keys(SCENES) as Scene[]).map((value) => ({
              value,
              label: t(`scene.${value}`),
            }))}
          />
        </Group>
        <PickedThings picked={picked} isFull={isFull} onChange={setPicked} />
        {isError && (
          <Text role="alert">
            {t.rich('things.failed', {
              retry: <Button variant="subtle" size="compact-sm" onClick={() => void refetch()} />,
            })}
          </Text>
        )}
        {isPending && <Skeleton h={320} />}
        {data !== undefined && things.length === 0 && (
          <Text role="status">{t('things.none', { search: asked })}</Text>
        )}
        <ThingGrid things={things} picked={picked} isFull={isFull} onToggle={toggle}>
          {hasNextPage && (
            <Button
              variant="default"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('things.more')}
            </Button>
          )}
        </ThingGrid>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {prompt === '' ? t('things.most', { most: MOST_PICKED }) : prompt}
          </Text>
          <Button
            disabled={picked.length === 0}
            onClick={() => {
              change({ prompt })
              onClose()
            }}
          >
            {t('things.use')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

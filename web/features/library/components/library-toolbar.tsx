import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { toolEntries } from '#contract/tools.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import type { NamedType } from '#web/lib/tool-names/texts.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { type LibraryFilter, RATINGS } from '../lib/use-library-filter.ts'
import { useTexts } from '../texts.ts'
import classes from './library.module.css'

/** A tool with several types of job, such as those that enlarge, is one to people. */
const TOOLS: readonly (readonly [NamedType, ...NamedType[]])[] = [
  ['TTI'],
  ['ITI'],
  ...toolEntries.map(([, { jobs }]) => jobs),
  ['PPS'],
]

const PLACES = ['all', 'favorites', 'trash'] as const

const TYPING_MS = 300

/** What of the library is shown. */
export function LibraryToolbar({
  filter,
  collections,
  onChange,
}: {
  filter: LibraryFilter
  collections: readonly Collection[]
  onChange(part: Partial<LibraryFilter>): void
}) {
  const t = useTexts()
  const { job: nameOf } = useToolNames()
  const [search, setSearch] = useState(filter.search)
  const sent = useRef(filter.search)
  const changeSearch = useDebouncedCallback((text: string) => {
    sent.current = text
    onChange({ search: text })
  }, TYPING_MS)
  // Back, or a button that clears the filters; not what was typed here and has arrived in the address.
  useEffect(() => {
    if (filter.search !== sent.current) setSearch(filter.search)
    sent.current = filter.search
  }, [filter.search])
  return (
    <div className={classes.toolbar} role="search" aria-label={t('filter.label')}>
      <TextInput
        type="search"
        label={t('filter.search')}
        leftSection={<IconSearch size={16} />}
        value={search}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value)
          changeSearch(value)
        }}
      />
      <NativeSelect
        label={t('filter.place')}
        value={filter.collection === '' ? filter.place : filter.collection}
        onChange={({ currentTarget: { value } }) => {
          const place = PLACES.find((one) => one === value)
          onChange(place ? { place, collection: '' } : { place: 'all', collection: value })
        }}
      >
        {PLACES.map((place) => (
          <option key={place} value={place}>
            {t(`filter.${place}`)}
          </option>
        ))}
        {collections.length > 0 && (
          <optgroup label={t('filter.collections')}>
            {collections.map(({ id, name, count }) => (
              <option key={id} value={id}>
                {t('collection.option', { name, count })}
              </option>
            ))}
          </optgroup>
        )}
      </NativeSelect>
      <NativeSelect
        label={t('filter.tool')}
        value={filter.type}
        onChange={({ currentTarget: { value } }) => onChange({ type: value })}
      >
        <option value="">{t('filter.allTools')}</option>
        {TOOLS.map((types) => (
          <option key={types[0]} value={types.join(',')}>
            {nameOf(types[0])}
          </option>
        ))}
      </NativeSelect>
      <ModelFilter value={filter.model} onChange={(model) => onChange({ model })} />
      <NativeSelect
        label={t('filter.rating')}
        value={filter.rating}
        onChange={({ currentTarget: { value } }) => onChange({ rating: value })}
      >
        <option value="">{t('filter.allRatings')}</option>
        {RATINGS.map((rating) => (
          <option key={rating} value={rating}>
            {t(`rating.${rating}`)}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        type="date"
        label={t('filter.date')}
        value={filter.to}
        onChange={({ currentTarget: { value } }) => onChange({ to: value })}
      />
    </div>
  )
}

/** Models that are here now, and the one that the address names although it is gone. */
function ModelFilter({ value, onChange }: { value: string; onChange(model: string): void }) {
  const t = useTexts()
  const { data } = useQuery(generationServersQuery)
  const names = new Map(
    data?.results.flatMap(({ models }) => models.map(({ id, name }) => [id, name] as const)),
  )
  if (value !== '' && !names.has(value)) names.set(value, value)
  return (
    <NativeSelect
      label={t('filter.model')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{t('filter.allModels')}</option>
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRootData } from '#web/lib/site.ts'
import { trainedLorasQuery } from '../api/trained-loras.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { usePastPrompts } from '../past-prompts/use-past-prompts.ts'
import { useWordLists } from '../wildcards/use-word-lists.ts'
import { type Begun, continues, matching, nameFor } from './find-completion.ts'

export interface Suggestion {
  kind: Begun['kind']
  value: string
  /** Beside it, where the value alone says little. */
  note: string | null
  /** A small image of it. */
  picture?: string | null
}

const MOST = 8
const PAST_MS = 30_000
const TYPING_MS = 150

/** What fits to what was begun; each source is asked when it is first needed. @param model of the form */
export function useSuggestions(begun: Begun | null, model: string | null): Suggestion[] {
  const kind = begun?.kind
  const { loras } = useAbilities(model)
  const lists = useWordLists(kind === 'lists')
  const trained = useQuery({ ...trainedLorasQuery, enabled: kind === 'loras' })
  const whole = kind === 'past' ? begun?.text : begun?.whole
  const past = usePastPrompts({ enabled: whole !== undefined, maxAge: PAST_MS })
  const things = useThingsLike(kind === 'things' ? begun!.text : null)
  if (begun === null) return []
  const { text } = begun
  if (kind === 'lists') {
    const names = (lists.data ?? []).map(({ name }) => name)
    return names
      .filter((name) => name.startsWith(text))
      .slice(0, MOST)
      .map((value) => ({ kind: 'lists', value, note: null }))
  }
  if (kind === 'loras') {
    const usable = [...(loras ?? [])].flatMap(([name, problem]) => (problem === null ? [name] : []))
    const titles = new Map((trained.data ?? []).map(({ name, title }) => [name, title]))
    return matching([...new Set([...titles.keys(), ...usable])], text)
      .slice(0, MOST)
      .map((value) => ({ kind: 'loras', value, note: titles.get(value) ?? null }))
  }
  const prompts = whole === undefined ? [] : pastLike(past.data ?? [], whole)
  // What somebody wrote before is likelier meant than a thing of the collection.
  const written = new Set(prompts.map(({ value }) => value.toLowerCase()))
  return [...prompts, ...things.filter(({ value }) => !written.has(value.toLowerCase()))].slice(
    0,
    MOST,
  )
}

/** Past prompts that go on with a text in lower case. */
const pastLike = (past: readonly { prompt: string }[], text: string): Suggestion[] =>
  past
    .map(({ prompt }) => prompt)
    .filter((prompt) => prompt.length > text.length && prompt.toLowerCase().startsWith(text))
    .slice(0, MOST / 2)
    .map((value) => ({ kind: 'past', value, note: null }))

/** Things of the collection that a word may be the beginning of; it is asked for a moment after the last key. */
function useThingsLike(word: string | null): Suggestion[] {
  const { language } = useRootData()
  const [asked] = useDebouncedValue(word ?? '', TYPING_MS)
  const { data } = useQuery({
    queryKey: queryKeys.thingsLike(asked),
    queryFn: ({ signal }) =>
      call(api.things.list, { query: { q: asked, limit: MOST } }, { signal }),
    enabled: word !== null && asked !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  if (word === null) return []
  const named = (data?.results ?? []).map(({ names, picture_url: picture }): Suggestion => ({
    kind: 'things',
    value: nameFor(names, word, language),
    note: null,
    picture,
  }))
  // Keywords find things that are called otherwise: they are offered where no name begins like the word.
  const begin = named.filter(({ value }) => continues(value, word))
  const found = [
    ...new Map((begin.length > 0 ? begin : named).map((one) => [one.value, one])).values(),
  ]
  // A word that is the only thing it could be is whole.
  return found.length === 1 && found[0]!.value === word ? [] : found
}

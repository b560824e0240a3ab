import { useQuery } from '@tanstack/react-query'
import { trainedLorasQuery } from '../api/trained-loras.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { usePastPrompts } from '../past-prompts/use-past-prompts.ts'
import { useWordLists } from '../wildcards/use-word-lists.ts'
import { type Begun, matching } from './find-completion.ts'

export interface Suggestion {
  value: string
  /** Beside it, where the value alone says little. */
  note: string | null
}

const MOST = 8
const PAST_MS = 30_000

/** What fits to what was begun; each source is asked when it is first needed. @param model of the form */
export function useSuggestions(begun: Begun | null, model: string | null): Suggestion[] {
  const kind = begun?.kind
  const { loras } = useAbilities(model)
  const lists = useWordLists(kind === 'lists')
  const trained = useQuery({ ...trainedLorasQuery, enabled: kind === 'loras' })
  const past = usePastPrompts({ enabled: kind === 'past', maxAge: PAST_MS })
  if (begun === null) return []
  const { text } = begun
  if (kind === 'lists') {
    const names = (lists.data ?? []).map(({ name }) => name)
    return names
      .filter((name) => name.startsWith(text))
      .slice(0, MOST)
      .map((value) => ({ value, note: null }))
  }
  if (kind === 'loras') {
    const usable = [...(loras ?? [])].flatMap(([name, problem]) => (problem === null ? [name] : []))
    const titles = new Map((trained.data ?? []).map(({ name, title }) => [name, title]))
    return matching([...new Set([...titles.keys(), ...usable])], text)
      .slice(0, MOST)
      .map((value) => ({ value, note: titles.get(value) ?? null }))
  }
  const prompts = (past.data ?? []).map(({ prompt }) => prompt)
  return prompts
    .filter((prompt) => prompt.length > text.length && prompt.toLowerCase().startsWith(text))
    .slice(0, MOST / 2)
    .map((value) => ({ value, note: null }))
}

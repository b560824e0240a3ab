import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Route } from '#contract/endpoint.ts'
import classes from './admin.module.css'
import { CsvLink } from './csv-link.tsx'

/** What is searched for: as it is typed, and once the typing rests. */
interface Search {
  text: string
  wanted: string
  setText(text: string): void
}

/** Search text of a list; at first the one in the address. */
export function useUserSearch(): Search {
  const [address] = useSearchParams()
  const [text, setText] = useState(address.get('search') ?? '')
  const [wanted] = useDebouncedValue(text.trim(), 250)
  return { text, wanted, setText }
}

/** Narrows a list to a person, and fetches all that is found. @param whole what answers the list as CSV */
export function UserTools({
  search: { text, wanted, setText },
  whole,
  alsoFinds,
}: {
  search: Search
  whole: Route
  /** What else a search finds, in words. */
  alsoFinds?: string
}) {
  return (
    <div className={classes.tools}>
      <TextInput
        type="search"
        label="Email or id"
        description={alsoFinds}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <CsvLink endpoint={whole} query={{ search: wanted }} />
    </div>
  )
}

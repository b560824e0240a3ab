import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** What is searched for: as it is typed, and once the typing rests. */
export function useUserSearch(): { text: string; wanted: string; setText(text: string): void } {
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 250)
  return { text, wanted, setText }
}

export function UserSearch({ text, setText }: { text: string; setText(text: string): void }) {
  return (
    <TextInput
      type="search"
      label="E-mail or id"
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

import { Button, Group, Popover, Text } from '@mantine/core'
import { useState } from 'react'

/** A button that does what it says once it is asked again. */
export function AskFirst({
  text,
  label,
  question,
  no,
  isPending,
  onYes,
}: {
  text: string
  /** Of the button where more than one has the text. */
  label: string
  question: string
  /** What leaves all as it is. */
  no: string
  isPending: boolean
  onYes(): void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" c="red" aria-label={label} onClick={() => setOpen(!isOpen)}>
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} maw={320}>
        <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
          {question}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="compact-md" onClick={() => setOpen(false)}>
            {no}
          </Button>
          <Button
            color="red"
            size="compact-md"
            loading={isPending}
            onClick={() => {
              setOpen(false)
              onYes()
            }}
          >
            {text}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

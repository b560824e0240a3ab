import { Button, Group, Popover, type PopoverProps, Text } from '@mantine/core'
import { assignRef, useMounted } from '@mantine/hooks'
import { type Ref, useLayoutEffect } from 'react'

/** What is asked, and with which words it is answered. */
export interface Asked {
  /** Names the question. */
  label: string
  question: string
  /** What leaves all as it is. */
  no: string
  /** What does it. */
  yes: string
  isPending?: boolean
  position?: PopoverProps['position']
  width?: number
  size?: 'compact-md' | 'sm'
  onYes(close: () => void): void
}

/** The question of a button, beside it. */
export function QuestionPopover({
  id,
  button,
  isOpen,
  onOpen,
  label,
  question,
  no,
  yes,
  isPending = false,
  position = 'bottom-start',
  width,
  size = 'compact-md',
  onYes,
}: Asked & {
  /** Of the button. */
  id: string
  button: HTMLElement
  isOpen: boolean
  onOpen(isOpen: boolean): void
}) {
  // One that is open from the start would not give the focus back.
  const isMounted = useMounted()
  const close = () => onOpen(false)
  return (
    <Popover
      id={id}
      opened={isOpen && isMounted}
      onChange={onOpen}
      position={position}
      trapFocus
      returnFocus
      {...(width !== undefined && { width })}
    >
      <Popover.Target>
        <Anchor element={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} maw={340}>
        <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
          {question}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size={size} onClick={close}>
            {no}
          </Button>
          <Button color="red" size={size} loading={isPending} onClick={() => onYes(close)}>
            {yes}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** In the place of the button, which is on the page already. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    assignRef(ref, element)
  }, [element, ref])
  return null
}

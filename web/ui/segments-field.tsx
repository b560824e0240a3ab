import { Stack, Text } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Segments } from './segments.tsx'

/** {@link Segments} over the whole line, with a label above them. @param props.children stand below: a note, or what is wrong */
export function SegmentsField<Value extends string>({
  label,
  children,
  ...segments
}: Pick<ComponentProps<typeof Segments<Value>>, 'value' | 'data' | 'onChange'> & {
  label: string
  children?: ReactNode
}) {
  const id = useId()
  return (
    <Stack gap={6}>
      <Text size="sm" fw={700} id={id}>
        {label}
      </Text>
      <Segments fullWidth aria-labelledby={id} {...segments} />
      {children}
    </Stack>
  )
}

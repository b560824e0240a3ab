import { Text, type TextProps } from '@mantine/core'

/** Says at the end of a form that one of its dates is half typed or impossible. */
export function BrokenDate(props: TextProps) {
  return (
    <Text role="alert" c="red" {...props}>
      A date is incomplete. Finish it, or empty the field.
    </Text>
  )
}

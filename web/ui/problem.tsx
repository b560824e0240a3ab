import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** Says what is wrong, at once to readers of the page too. @param props.children nothing is drawn while there is none */
export function Problem({ children, ...text }: TextProps & { id?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <Text size="sm" c="red" role="alert" {...text}>
      {children}
    </Text>
  )
}

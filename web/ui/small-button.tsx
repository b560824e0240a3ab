import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A button of a row or beside a field, which is none of the main ones of its page. */
export const SmallButton = (
  props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>,
) => <Button variant="default" size="compact-sm" {...props} />

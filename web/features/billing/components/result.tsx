import { Button, Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import classes from './billing.module.css'
import { useTexts } from '../texts.ts'

/**
 * What has become of an act, in the place of the page that asked for it; the keyboard and the screen reader go there.
 * @param ways left out: to the billing page
 */
export function Result({
  title,
  children,
  ways,
}: {
  title: string
  children: ReactNode
  ways?: ReactNode
}) {
  const t = useTexts()
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={classes.touch}>
      <Title order={1} ref={ref} tabIndex={-1} mb="md">
        {title}
      </Title>
      {children}
      <Group mt="lg" gap="xs">
        {ways ?? (
          <Button component={Link} to={paths.billing.link()}>
            {t('result.billing')}
          </Button>
        )}
      </Group>
    </div>
  )
}

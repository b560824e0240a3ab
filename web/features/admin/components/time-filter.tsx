import { Button, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { formatUtcTime } from '#web/lib/format.ts'
import classes from './admin.module.css'

/** The values of these names in the address, as far as they are there. */
export function useFilter<Name extends string>(
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const [search] = useSearchParams()
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value !== null) values[name] = value
  }
  return values
}

/** Says that only a part of a list is shown, and leads to all of it. */
export function TimeFilter({
  what,
  from,
  to,
  whole,
}: {
  /** Beside the time; left out: nothing. */
  what?: string | undefined
  from: string | undefined
  to: string | undefined
  /** Address of the whole list. */
  whole: string
}) {
  if (from === undefined || to === undefined) return null
  return (
    <div className={classes.tools}>
      <Text>{`${what === undefined ? '' : `${what}: `}${formatUtcTime(from)} to ${formatUtcTime(to)}`}</Text>
      <Button component={Link} to={whole} variant="default" size="compact-sm">
        Show all
      </Button>
    </div>
  )
}

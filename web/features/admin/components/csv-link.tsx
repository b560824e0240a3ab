import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Route } from '#contract/endpoint.ts'

/** Downloads a whole list as CSV: all its pages, as the search narrows them. */
export function CsvLink({
  endpoint: { path },
  query,
}: {
  endpoint: Route
  query?: Record<string, string>
}) {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== '')
  const search = new URLSearchParams(given).toString()
  return (
    <Button
      component="a"
      href={search === '' ? path : `${path}?${search}`}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
    >
      Download all as CSV
    </Button>
  )
}

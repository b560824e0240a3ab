import { Text, Title } from '@mantine/core'
import { ToolGrid } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/all-tools.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'All tools' })

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(serverRequestContext).call(api.plans.list, {})
}

export default function AllTools({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <Title order={1}>All tools</Title>
      <Text mt="sm" size="md">
        What you can make here, and what it costs.
      </Text>
      <ToolGrid plans={loaderData} />
    </Page>
  )
}

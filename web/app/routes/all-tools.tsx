import { Text, Title } from '@mantine/core'
import { ToolGrid } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { editCreditsOf, offersOf } from '#web/lib/generation-servers.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { Page } from '#web/ui/page.tsx'
import { metaOf } from '../meta-of.ts'
import { useTexts } from '../page-texts.ts'
import type { Route } from './+types/all-tools.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'allTools')

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverRequestContext)
  const [plans, { results }] = await Promise.all([
    call(api.plans.list, {}),
    call(api.generationServers.list, { query: {} }),
  ])
  return { plans, offers: offersOf(results), editCredits: editCreditsOf(results) }
}

export default function AllTools({ loaderData }: Route.ComponentProps) {
  const t = useTexts()
  return (
    <Page>
      <Title order={1}>{t('title.allTools')}</Title>
      <Text mt="sm" size="md">
        {t('allTools.whatYouCanMakeHere')}
      </Text>
      <ToolGrid {...loaderData} />
    </Page>
  )
}

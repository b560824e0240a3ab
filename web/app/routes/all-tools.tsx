import { Skeleton, Text, Title } from '@mantine/core'
import { ToolGrid } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { editCreditsOf, offersOf } from '#web/lib/generation-servers.ts'
import { meContext, serverRequestContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Page } from '#web/ui/page.tsx'
import { textsOf } from '#web/lib/texts.ts'
import english from '#web/messages/en/pages/all-tools.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/all-tools.ts'

const { useTexts } = textsOf('pages/all-tools', english)

// Only who has made nothing yet needs it.
const loadWelcome = () =>
  import('#web/features/brands/welcome/welcome.tsx').then(({ Welcome }) => Welcome)

export const meta = metaOfPage(english)

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverRequestContext)
  const [plans, { results }, made] = await Promise.all([
    call(api.plans.list, {}),
    call(api.generationServers.list, { query: {} }),
    context.get(meContext) && call(api.predictionImages.list, { query: { limit: '1' } }),
  ])
  return {
    plans,
    offers: offersOf(results),
    editCredits: editCreditsOf(results),
    /** Of somebody with an account who has made nothing yet. */
    isFirstTime: made?.results.length === 0,
  }
}

export default function AllTools({ loaderData }: Route.ComponentProps) {
  const t = useTexts()
  const { me } = useSession()
  const { isFirstTime, ...tools } = loaderData
  return (
    <Page>
      {me && isFirstTime && (
        <Deferred load={loadWelcome} props={{}} fallback={<Skeleton h={420} mb="xl" />} />
      )}
      <Title order={1}>{t('title')}</Title>
      <Text mt="sm" size="md">
        {t('whatYouCanMake')}
      </Text>
      <ToolGrid {...tools} />
    </Page>
  )
}

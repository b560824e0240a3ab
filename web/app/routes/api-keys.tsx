import { Stack } from '@mantine/core'
import { ApiPage } from '#web/features/api-keys/index.ts'
import { Webhooks } from '#web/features/webhooks/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/api-keys.json'
import { requireMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import { siteOrigin } from '../site-origin.ts'
import type { Route } from './+types/api-keys.ts'

export const meta = metaOfPage(english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): { origin: string } {
  requireMe(request, context)
  return { origin: siteOrigin(request, context) }
}

export default function ApiKeys({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="text">
      <Stack gap={40}>
        <ApiPage origin={loaderData.origin} />
        <Webhooks />
      </Stack>
    </Page>
  )
}

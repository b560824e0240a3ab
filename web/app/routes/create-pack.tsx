import { CreatePackPage } from '#web/features/packs/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/create-pack.json'
import { gateAuthors } from '../pack-gate.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/create-pack.ts'

export const meta = metaOfPage(english, { noindex: true })

export const loader = (args: Route.LoaderArgs) => gateAuthors(args)

export default function CreatePackRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <CreatePackPage key={loaderData.kind} kind={loaderData.kind} />
    </Page>
  )
}

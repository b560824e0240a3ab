import { ShareTarget } from '#web/features/share-target/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/share.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/share.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function Share() {
  return (
    <Page>
      <ShareTarget />
    </Page>
  )
}

import { CreateModelPage } from '#web/features/explore/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/create-model.json'
import { requireFeature, requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/create-model.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'explore_models')
  requireMe(request, context)
  return null
}

export default function CreateModel() {
  return (
    <Page>
      <CreateModelPage />
    </Page>
  )
}

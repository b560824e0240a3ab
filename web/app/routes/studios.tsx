import { StudiosPage } from '#web/features/studios/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/studios.json'
import { requireFeature, requireRegistered } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import { paths } from '#contract/paths.ts'
import type { Route } from './+types/studios.ts'

export const meta = metaOfPage(english, { noindex: true })

export function loader({ context }: Route.LoaderArgs): null {
  requireFeature(context, 'train_model')
  requireRegistered(context, paths.createStudio.link())
  return null
}

export default function Studios() {
  return (
    <Page>
      <StudiosPage />
    </Page>
  )
}

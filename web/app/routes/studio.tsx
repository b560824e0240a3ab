import { StudioPage } from '#web/features/studios/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/studio.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/studio.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe('train_model')

export default function Studio({ params }: Route.ComponentProps) {
  return (
    <Page>
      <StudioPage id={params.id} />
    </Page>
  )
}

import { SetPage } from '#web/features/headshot-sets/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/headshot-set.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/headshot-set.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe('professional_headshots')

export default function HeadshotSet({ params }: Route.ComponentProps) {
  return (
    <Page>
      <SetPage key={params.id} id={params.id} />
    </Page>
  )
}

import { CreateModelPage } from '#web/features/explore/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/create-model.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe('explore_models')

export default function CreateModel() {
  return (
    <Page>
      <CreateModelPage />
    </Page>
  )
}

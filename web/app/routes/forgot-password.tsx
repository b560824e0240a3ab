import { ForgotPassword } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/forgot-password.json'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })

export default function Page() {
  return (
    <NarrowPage>
      <ForgotPassword />
    </NarrowPage>
  )
}

import { useSearchParams } from 'react-router'
import { VerifyEmail } from '#web/features/accounts/index.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import english from '#web/messages/en/pages/verify-email.json'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })

export default function Page() {
  const [search] = useSearchParams()
  return (
    <NarrowPage>
      <VerifyEmail verificationKey={search.get('key')} />
    </NarrowPage>
  )
}

import { useConsentRequest } from '#web/lib/consent-request.ts'
import { AgeDialog } from './age-dialog.tsx'
import { FaceConsentDialog } from './face-consent-dialog.tsx'

/** What a call was refused for and the person may give: the consent to compare faces, or who is in their photos. */
export function ConsentDialog() {
  const { question, answer } = useConsentRequest()
  return question?.kind === 'ages' ? (
    <AgeDialog about={question.about} onAnswer={(isGiven) => answer?.(isGiven)} />
  ) : (
    <FaceConsentDialog />
  )
}

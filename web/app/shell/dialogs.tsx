import { useEffect } from 'react'
import { useOffersOnRefusal } from '#web/features/billing/index.ts'
import { useConsentRequest } from '#web/lib/consent-request.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSpendRequest } from '#web/lib/spend-request.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'

/** Asks for the part that holds a dialog when that is opened; one that cannot be loaded closes. */
function useAskWhenOpen(isOpen: boolean, ask: () => Promise<boolean>): void {
  const { close } = useDialogs()
  useEffect(() => {
    if (!isOpen) return
    void ask().then((came) => came || close())
  }, [isOpen, ask, close])
}

/** Asks for a consent that a call was refused for; where that cannot be asked, the answer is no. */
function useAskForConsent(ask: () => Promise<boolean>): void {
  const { answer } = useConsentRequest()
  useEffect(() => {
    if (!answer) return
    void ask().then((came) => came || answer(false))
  }, [answer, ask])
}

/** Asks before many credits are spent; where that cannot be asked, they are not. */
function useAskBeforeSpending(ask: () => Promise<boolean>): void {
  const { answer } = useSpendRequest()
  useEffect(() => {
    if (!answer) return
    void ask().then((came) => came || answer(false))
  }, [answer, ask])
}

/** The dialogs that any page may open; their code comes when one is first opened. */
export function Dialogs() {
  const { open } = useDialogs()
  useOffersOnRefusal()
  const [Login, askForLogin] = useDeferred(() =>
    import('./login-dialog.tsx').then(({ LoginDialog }) => LoginDialog),
  )
  const [Offers, askForOffers] = useDeferred(() =>
    import('./offer-dialogs.ts').then(({ BillingDialogs }) => BillingDialogs),
  )
  const [Consent, loadConsent] = useDeferred(() =>
    import('./consent-dialog.ts').then(({ ConsentDialog }) => ConsentDialog),
  )
  const [Spending, loadSpending] = useDeferred(() =>
    import('./spending-dialog.ts').then(({ SpendingDialog }) => SpendingDialog),
  )
  useAskForConsent(loadConsent)
  useAskBeforeSpending(loadSpending)
  useAskWhenOpen(open === 'login', askForLogin)
  useAskWhenOpen(open === 'upgrade' || open === 'credits', askForOffers)
  return (
    <>
      {Login && <Login />}
      {Offers && <Offers />}
      {Consent && <Consent />}
      {Spending && <Spending />}
    </>
  )
}

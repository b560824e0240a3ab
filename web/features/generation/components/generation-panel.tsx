import { useMemo, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { paths } from '#web/app/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { usePrice } from '../api/use-price.ts'
import { useSubmit } from '../api/use-submit.ts'
import { requestOfForm } from '../lib/form.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import type { FieldProblems } from './prompt-fields.tsx'
import { ToolPanel } from './tool-panel.tsx'

interface Complaints {
  request: GenerationRequestInput
  fields: FieldProblems
}

/** The form with its price, and what happens when it is sent. */
export function GenerationPanel() {
  const { me } = useSession()
  const { form } = useGenerationForm()
  const request = useMemo(() => requestOfForm(form), [form])
  const abilities = useAbilities(form.model)
  const price = usePrice(request, me?.email_verified === true && request.prompt !== '')
  const submit = useSubmit()
  const { show } = useDialogs()
  // Complaints are about one request; a changed form has none yet.
  const [complaints, setComplaints] = useState<Complaints>({ request, fields: {} })
  const problems = complaints.request === request ? complaints.fields : {}
  const setProblems = (fields: FieldProblems) => setComplaints({ request, fields })

  function onError(error: unknown): void {
    const fields = fieldErrorsOf(error)
    setProblems(fields)
    if (error instanceof ApiError && error.code?.startsWith('quote_') === true) price.refresh()
    const named = Object.keys(fields).some((field) => field !== 'detail')
    if (!named) handleError(error, { freeGeneration: me?.plan.name === 'free' })
  }

  function generate(): void {
    if (submit.isPending) return
    if (request.prompt === '') {
      setProblems({ prompt: 'This field may not be blank.' })
      document.getElementById('prompt')?.focus()
      return
    }
    submit.mutate({ request, quote: price.quote }, { onError })
  }

  return (
    <ToolPanel
      problems={problems}
      bar={{
        cost: price.cost,
        balance: me?.credits ?? null,
        marked: price.quote?.marked ?? 0,
        pending: submit.isPending,
        blocked: me === null ? null : whyBlocked(me.email_verified, abilities.ready),
        onSubmit: generate,
        onUpgrade: () => show(me?.plan.name === 'free' ? 'upgrade' : 'credits'),
        loginLink: paths.login.link({ nextUrl: paths.textToImage.link() }),
      }}
    />
  )
}

function whyBlocked(verified: boolean, ready: boolean): string | null {
  if (!verified) return 'Verify your e-mail first: the link is in the mail we sent you.'
  if (!ready) return 'The engine is not ready. Nothing is charged while it is away.'
  return null
}

import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { BLANK, isBlank } from '#contract/blank.ts'
import { ApiError } from '#contract/client.ts'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import type { Me } from '#contract/users.ts'
import { paths } from '#web/app/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { usePrice } from '../api/use-price.ts'
import { useSourcePicture } from '../api/use-source-picture.ts'
import { useSubmit } from '../api/use-submit.ts'
import { isOpen, useStage } from '../lib/stage-store.ts'
import { checkRequest } from '../lib/check-request.ts'
import { requestOfForm } from '../lib/form.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { resultSize, withSource } from '../lib/source.ts'
import { useSource } from '../lib/source-store.ts'
import { useTool } from '../lib/tool.ts'
import type { Notice } from './generate-notice.tsx'
import type { FieldProblems } from './prompt-fields.tsx'
import { ToolPanel } from './tool-panel.tsx'

interface Complaints {
  request: DrawingRequestInput
  fields: FieldProblems
}

/** The form with its price, and what happens when it is sent. */
export function GenerationPanel({ resendMail }: { resendMail: React.ReactNode }) {
  const { me } = useSession()
  const { form, change } = useGenerationForm()
  const tool = useTool()
  const { source } = useSource()
  const { picture } = useSourcePicture(source.imageId, me !== null && tool === 'image')
  const request = useMemo(
    () =>
      tool === 'image'
        ? withSource(requestOfForm(form), source, picture ?? null)
        : requestOfForm(form),
    [form, tool, source, picture],
  )
  const size = tool === 'text' ? form : picture ? resultSize(source, picture) : null
  const abilities = useAbilities(form.model)
  const price = usePrice(
    request,
    size,
    me?.email_verified === true && !isBlank(request.prompt) && size !== null,
  )
  const submit = useSubmit()
  const { show } = useDialogs()
  const client = useQueryClient()
  const openJobs = useStage((stage) => stage.jobs.filter(isOpen).length)
  // How many open jobs the server found too many.
  const [full, setFull] = useState<number | null>(null)
  // Complaints are about one request; a changed form has none yet.
  const [complaints, setComplaints] = useState<Complaints>({ request, fields: {} })
  const problems = complaints.request === request ? complaints.fields : {}
  const setProblems = (fields: FieldProblems) => setComplaints({ request, fields })

  function onError(error: unknown): void {
    const fields = fieldErrorsOf(error)
    setProblems(fields)
    if (error instanceof ApiError) {
      if (error.code?.startsWith('quote_') === true) price.refresh()
      // The balance shown was out of date; the bar then says what is missing.
      if (error.code === 'not_enough_credits')
        void client.invalidateQueries({ queryKey: queryKeys.me })
      if (error.code === 'queue_full') {
        // They may not have been read yet; with none the line would stay for good.
        setFull(Math.max(1, openJobs))
        return
      }
    }
    const named = Object.keys(fields).some((field) => field !== 'detail')
    if (!named) handleError(error, { freeGeneration: me?.plan.name === 'free' })
  }

  function generate(): void {
    if (submit.isPending) return
    if (isBlank(request.prompt)) {
      setProblems({ prompt: BLANK })
      document.getElementById('prompt')?.focus()
      return
    }
    if (size === null) {
      setProblems({ image: 'Choose an image to start from.' })
      return
    }
    const wrong = checkRequest(request, abilities.maxSteps)
    if (Object.keys(wrong).length > 0) {
      setProblems(wrong)
      focusFirstInvalid()
      return
    }
    setFull(null)
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
        notice:
          me &&
          noticeOf(me, {
            ready: abilities.ready,
            missing: abilities.hasModel ? null : form.model,
            onDefaultModel: () => change({ model: null }),
            full: full !== null && openJobs >= full,
            resendMail,
          }),
        onSubmit: generate,
        onUpgrade: () => show(me?.plan.name === 'free' ? 'upgrade' : 'credits'),
        loginLink: paths.login.link({
          nextUrl: (tool === 'image' ? paths.imageToImage : paths.textToImage).link(),
        }),
      }}
    />
  )
}

/** The keyboard goes where something is to be put right, once the page shows it. */
function focusFirstInvalid(): void {
  setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus(), 50)
}

function noticeOf(
  me: Me,
  state: {
    ready: boolean
    /** The model that the form names and no engine has. */
    missing: string | null
    onDefaultModel: () => void
    full: boolean
    resendMail: React.ReactNode
  },
): Notice | null {
  const { missing } = state
  if (!me.email_verified) return { kind: 'unverified', action: state.resendMail }
  if (missing !== null) return { kind: 'no-model', name: missing, onDefault: state.onDefaultModel }
  if (!state.ready) return { kind: 'engine-away' }
  if (state.full) return { kind: 'queue-full', free: me.plan.name === 'free' }
  return null
}

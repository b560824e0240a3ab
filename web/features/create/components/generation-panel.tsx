import { useMemo } from 'react'
import { BLANK, isBlank } from '#contract/blank.ts'
import type { Me } from '#contract/users.ts'
import { paths } from '#web/app/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { usePrice } from '../api/use-price.ts'
import { useSourcePicture } from '../api/use-source-picture.ts'
import { checkRequest } from '../lib/check-request.ts'
import { requestOfForm } from '../lib/form.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { resultSize, withSource } from '../lib/source.ts'
import { useSource } from '../lib/source-store.ts'
import { useOrder } from '../lib/use-order.ts'
import { useTool } from '../lib/tool.ts'
import type { Notice } from './generate-notice.tsx'
import { ToolPanel } from './tool-panel.tsx'
import { useTexts } from '../texts.ts'

/** The form with its price, and what happens when it is sent. */
export function GenerationPanel({ resendMail }: { resendMail: React.ReactNode }) {
  const t = useTexts()
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
  const order = useOrder(request, price)
  const { show } = useDialogs()

  function generate(): void {
    if (order.pending) return
    if (isBlank(request.prompt)) {
      order.complain({ prompt: BLANK })
      document.getElementById('prompt')?.focus()
      return
    }
    if (size === null) {
      order.complain({ image: t('generationPanel.chooseSource') })
      return
    }
    const wrong = checkRequest(request, abilities.maxSteps, t)
    if (Object.keys(wrong).length > 0) {
      order.complain(wrong)
      focusFirstInvalid()
      return
    }
    order.send(request)
  }

  return (
    <ToolPanel
      problems={order.problems}
      price={price}
      onSubmit={generate}
      bar={{
        verb: t('generationPanel.generate'),
        saving: true,
        cost: price.cost,
        balance: me?.credits ?? null,
        marked: price.quote?.marked ?? 0,
        warnings: price.quote?.warnings ?? [],
        pending: order.pending,
        notice:
          me &&
          noticeOf(me, {
            ready: abilities.ready,
            missing: abilities.hasModel ? null : form.model,
            onDefaultModel: () => change({ model: null }),
            full: order.full,
            resendMail,
          }),
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

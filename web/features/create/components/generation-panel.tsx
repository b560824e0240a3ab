import { useMemo } from 'react'
import { isBlank } from '#contract/is-blank.ts'
import { paths } from '#contract/paths.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { ILLUSTRATED_PERSON } from '#contract/quote-warnings.ts'
import type { Price } from '#web/features/generate/api/use-quote.ts'
import { usePrice } from '../api/use-price.ts'
import { checkRequest } from '../lib/check-request.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { orderOf, problemsOfForm, SET_SIZE } from '#web/features/generate/lib/many-images.ts'
import { useFormRequest } from '../panel/use-form-request.ts'
import { useOrder } from '#web/features/generate/panel/use-order.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { noticeOf } from '#web/features/generate/notice/generate-notice.ts'
import { ToolPanel } from './tool-panel.tsx'
import { useTexts } from '../texts.ts'

/** The form with its price, and what happens when it is sent. */
export function GenerationPanel({ resendMail }: { resendMail: React.ReactNode }) {
  const t = useTexts()
  const { me } = useSession()
  const { form, change } = useGenerationForm()
  const tool = useTool()
  const { request, size, isSet } = useFormRequest()
  const abilities = useAbilities(form.model)
  const drawsKnown = modelOf(abilities.models, form.model)?.draws === 'known_things'
  const sent = useMemo(() => orderOf(request, isSet), [request, isSet])
  const price = usePrice(
    sent,
    { size, count: isSet ? SET_SIZE : form.numImages },
    me?.email_verified === true && !isBlank(request.prompt) && size !== null,
  )
  const order = useOrder(sent, price)
  const warnings = price.quote?.warnings ?? []
  const isOfPerson = warnings.some(({ code }) => code === ILLUSTRATED_PERSON)
  const { show } = useDialogs()

  function generate(): void {
    if (order.pending) return
    if (isBlank(request.prompt)) {
      order.complain({ prompt: t('generationPanel.blankPrompt') })
      document.getElementById('prompt')?.focus()
      return
    }
    if (size === null) {
      order.complain({ image: t('generationPanel.chooseSource') })
      return
    }
    if (form.controls.some(({ image }) => image === null)) {
      order.complain({ controls: t('generationPanel.chooseControl') })
      return
    }
    const wrong = checkRequest(request, abilities.maxSteps, t)
    if (Object.keys(wrong).length > 0) {
      order.complain(wrong)
      focusFirstInvalid()
      return
    }
    order.send(sent)
  }

  return (
    <ToolPanel
      problems={problemsOfForm(order.problems)}
      price={price}
      onSubmit={generate}
      bar={{
        verb: t('generationPanel.generate'),
        saving: true,
        draws: isOfPerson ? (price.quote?.draws ?? null) : drawsOnly(price.quote),
        illustrates: isOfPerson,
        isNothing: drawsKnown && 'prompt' in problemsOfForm(fieldErrorsOf(price.refusal)),
        cost: price.cost,
        was: price.was,
        balance: me?.credits ?? null,
        marked: price.quote?.marked ?? 0,
        // Said with the ways on, beside the prompt.
        warnings: warnings.filter(({ code }) => code !== ILLUSTRATED_PERSON),
        pending: order.pending,
        isQuiet: order.isOrdered || isOfPerson,
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

/** What of a prompt will be drawn, where words of it will not be; null: all of it. */
const drawsOnly = (quote: Price['quote']): string | null =>
  quote !== null && quote.unknown.length + quote.left_out.length > 0 ? quote.draws : null

/** The keyboard goes where something is to be put right, once the page shows it. */
function focusFirstInvalid(): void {
  setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus(), 50)
}

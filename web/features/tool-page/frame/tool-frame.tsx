import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#contract/client.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { Quote } from '#contract/quotes.ts'
import type { Me } from '#contract/users.ts'
import { paths } from '#contract/paths.ts'
import { useQuote } from '#web/features/generate/api/use-quote.ts'
import { GenerateBar } from '#web/features/generate/panel/generate-bar.tsx'
import type { Notice } from '#web/features/generate/notice/generate-notice.ts'
import { PanelFrame } from '#web/features/generate/panel/panel-frame.tsx'
import frame from '#web/features/generate/panel/frame.module.css'
import { useOrder } from '#web/features/generate/panel/use-order.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { Problem } from '#web/ui/problem.tsx'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'
import type { ResultView } from './result-view.ts'
import { showBatch } from '../batch/draft-store.ts'
import { type AnyFacts, FoldedFacts } from './tool-facts.tsx'
import { placesOf, useManyOrder } from './use-many-order.ts'
import { ToolStage } from './tool-stage.tsx'
import type { Input } from './use-input.ts'
import { useLinkedImage } from './use-linked-image.ts'
import { useTexts } from '../texts.ts'

/** What a tool's fields have come to. */
export interface ToolOrder {
  /** Null while something is missing; the same object until a field changes. */
  request: GenerationRequestInput | null
  /** The same for each of several images; null while something is missing. Of tools that take several. */
  each?: (image: string) => GenerationRequestInput | null
  /** Credits by the price list for one image; null while unknown. */
  listed: number | null
  /** Nothing is sent before its price is there, which also says who is given the image, or that the result would not be delivered. */
  needsQuote?: boolean
  /** What is missing or wrong, by field, said when the button is pressed. */
  wrong: FieldProblems
  /** What stands in the way of this order, such as a plan. */
  notice?: Notice | null
}

/**
 * The page of a tool: a panel with its fields, price and button, and a stage with what comes of it. A tool brings its
 * fields and the viewer of its results.
 * @param props.facts in place of those of the tool, where another model does the work
 * @param props.input the image that a link names and that the stage shows
 * @param props.renderFields given what is wrong, by field, and the price of the order once it is there
 * @param props.empty shown while nothing is chosen, beside the sample of the tool or in its place
 * @param props.resendMail asks for the verification mail again, for people who have not verified
 */
export function ToolFrame({
  tool,
  facts = tool.facts,
  input,
  order: { request: single, each, listed, needsQuote = false, wrong: faults, notice = null },
  renderFields,
  empty,
  renderResult,
  resendMail,
}: {
  tool: Tool
  facts?: AnyFacts | null
  input: Input
  order: ToolOrder
  renderFields: (problems: FieldProblems, quote: Quote | null) => ReactNode
  empty?: ReactNode
  renderResult: ResultView
  resendMail: ReactNode
}) {
  const t = useTexts()
  const names = useToolNames()
  const { me } = useSession()
  const { pathname, search } = useLocation()
  const { show } = useDialogs()
  useLinkedImage(input.choose)
  const { request, wrong, count } = useManyOrder(input, { single, each, wrong: faults })
  const isPriced = me?.email_verified === true && notice === null
  const price = useQuote(request, isPriced)
  const lacksQuote = needsQuote && isPriced && request !== null && price.quote === null
  const cost = price.cost ?? (listed === null ? null : listed * count)
  const order = useOrder(request, { ...price, cost }, ({ id }) => {
    showBatch(tool.key, { id, pictures: input.many?.pictures ?? [] })
    input.many?.clear()
  })
  const places = placesOf(price.refusal)
  // What is wrong is said beside its field.
  const hasFault = Object.keys(order.problems).length > 0
  const panel = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState(false)
  // On a phone the result has the room of the fields until something else is to be ordered.
  const [wasOrdered, setWasOrdered] = useState(false)
  if (order.isOrdered !== wasOrdered) {
    setWasOrdered(order.isOrdered)
    setFolded(order.isOrdered)
  }

  function submit(): void {
    if (order.pending) return
    if (request === null || Object.keys(wrong).length > 0 || places.size > 0) {
      order.complain(wrong)
      showComplaint(panel.current)
      return
    }
    if (lacksQuote) {
      price.refresh()
      order.complain(fieldErrorsOf(price.refusal))
      showComplaint(panel.current)
      return
    }
    order.send(request)
  }

  return (
    <div className={frame.frame} data-folded={(folded && !hasFault) || undefined}>
      <PanelFrame
        label={names.name(tool.key)}
        onSubmit={submit}
        bar={
          <GenerateBar
            verb={
              count > 1
                ? t('toolFrame.many', { verb: names.action(tool.key), count })
                : names.action(tool.key)
            }
            cost={cost}
            was={price.was}
            balance={me?.credits ?? null}
            marked={price.quote?.marked ?? 0}
            pending={order.pending || (lacksQuote && price.refusal === null)}
            isQuiet={order.isOrdered}
            warnings={price.quote?.warnings ?? []}
            notice={me && (blockOf(me, resendMail, price.refusal, order.full) ?? notice)}
            onUpgrade={() => show(me?.plan.name === 'free' ? 'upgrade' : 'credits')}
            loginLink={paths.login.link({ nextUrl: `${pathname}${search}` })}
          />
        }
      >
        <button
          type="button"
          className={classes.grip}
          aria-label={t('toolFrame.options')}
          aria-expanded={!folded || hasFault}
          onClick={() => setFolded(!folded)}
        />
        <div ref={panel} className={classes.fields}>
          {renderFields(
            {
              ...fieldErrorsOf(price.refusal),
              ...(places.size > 0 && { image: t('toolFrame.someCannot', { count: places.size }) }),
              ...order.problems,
            },
            price.quote,
          )}
          <Problem>{order.problems['detail']}</Problem>
        </div>
        {facts && <FoldedFacts facts={facts} />}
      </PanelFrame>
      <ToolStage
        tool={tool}
        input={input}
        problems={places}
        empty={empty}
        renderResult={renderResult}
      />
    </div>
  )
}

/** Brings what is to be put right into view, and the keyboard to it, once the page shows it. */
function showComplaint(panel: HTMLElement | null): void {
  setTimeout(() => {
    const fault = panel?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    fault?.scrollIntoView({ block: 'center' })
    const place = fault?.matches('input') === true ? fault : fault?.closest('section')
    const control = place?.matches('input')
      ? place
      : place?.querySelector<HTMLElement>('button, [role="button"], input')
    control?.focus({ preventScroll: true })
  }, 50)
}

function blockOf(me: Me, action: ReactNode, refusal: unknown, full: boolean): Notice | null {
  if (!me.email_verified) return { kind: 'unverified', action }
  if (refusal instanceof ApiError && refusal.code === 'unavailable') return { kind: 'engine-away' }
  return full ? { kind: 'queue-full', free: me.plan.name === 'free' } : null
}

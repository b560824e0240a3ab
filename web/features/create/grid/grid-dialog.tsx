import { Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AxisName } from '#contract/jobs/grid-axes.ts'
import { MOST_CELLS } from '#contract/values/jobs/grid.ts'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useQuote } from '#web/features/generate/api/use-quote.ts'
import { GenerateBar } from '#web/features/generate/panel/generate-bar.tsx'
import { noticeOf } from '#web/features/generate/notice/generate-notice.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useOrder } from '#web/features/generate/panel/use-order.ts'
import { AxisFields } from './axis-fields.tsx'
import {
  type AxisDraft,
  type AxisDrafts,
  type AxisKind,
  EMPTY_DRAFT,
} from '#web/features/generate/grid/axis-draft.ts'
import { useAxisDrafts } from './draft-store.ts'
import classes from './grid.module.css'
import { useTexts } from './texts.ts'
import { AXES, useAxisKinds, useGridRequest } from './use-grid-request.ts'

/** Those of which an order may have several, each about words or a LoRA of its own. */
const SEVERAL: ReadonlySet<AxisKind> = new Set(['prompt', 'lora'])

/** The drafts without settings that are of the other page, or of another model. */
function onlyOf(kinds: readonly AxisKind[], { x, y, z }: AxisDrafts): AxisDrafts {
  const check = (draft: AxisDraft) =>
    draft.of === null || kinds.includes(draft.of) ? draft : EMPTY_DRAFT
  return { x: check(x), y: check(y), z: check(z) }
}

/** Orders all combinations of two or three settings at one price; the rest is as the page says. */
export function GridDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { me } = useSession()
  const { form, change: changeForm } = useGenerationForm()
  const abilities = useAbilities(form.model)
  const tool = useTool()
  const navigate = useNavigate()
  const { show } = useDialogs()
  const kinds = useAxisKinds()
  const { drafts: kept, change } = useAxisDrafts()
  const drafts = onlyOf(kinds, kept)
  const { request, count, sizes, problems, missing } = useGridRequest(drafts)
  const [isTried, setTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  // As on the page, from any of the fields.
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  const price = useQuote(request, me?.email_verified === true)
  const order = useOrder(request, price, ({ id }) => {
    onClose()
    void navigate(paths.grid.link(id))
  })
  const isTooMany = count > MOST_CELLS
  const told = { ...fieldErrorsOf(price.refusal), ...order.problems }

  function problemOf(name: AxisName): string | undefined {
    const problem = problems[name]
    if (!problem) return told[name]
    // Nothing is wrong with what was not yet filled in.
    const isBegun = drafts[name].text !== '' || drafts[name].chosen.length > 0
    if (!isTried && (problem.kind === 'empty' || !isBegun)) return undefined
    return t(`problem.${problem.kind}`, { most: MOST_CELLS, ...problem })
  }

  function wholeProblem(): string | null {
    if (isTooMany) return t('dialog.tooMany', { count, most: MOST_CELLS })
    if (missing !== null && isTried) return t(`missing.${missing}`)
    const rest = Object.entries(told).find(([field]) => !AXES.some((name) => name === field))
    return rest?.[1] ?? null
  }

  const text = wholeProblem()
  return (
    <Dialog opened onClose={onClose} title={t('dialog.title')} size={640}>
      <form
        noValidate
        ref={element}
        method="dialog"
        aria-label={t('dialog.title')}
        onSubmit={(event) => {
          event.preventDefault()
          // The form of the page, which has this dialog among its parts, is not sent.
          event.stopPropagation()
          setTried(true)
          if (request !== null && !order.pending) order.send(request)
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('dialog.hint', { most: MOST_CELLS })}
          </Text>
          {AXES.map((name) => (
            <AxisFields
              key={name}
              name={name}
              draft={drafts[name]}
              kinds={kinds}
              taken={
                new Set(
                  AXES.flatMap((other) => {
                    const { of } = drafts[other]
                    return other === name || of === null || SEVERAL.has(of) ? [] : [of]
                  }),
                )
              }
              problem={problemOf(name)}
              onChange={(part) => change(name, part)}
            />
          ))}
          <Text size="sm" className={`${classes.count} tabular`} role="status">
            {count === 0
              ? t('dialog.noCount')
              : t('dialog.count', {
                  count,
                  sizes,
                })}
          </Text>
          <div className={classes.bar}>
            <GenerateBar
              verb={count === 0 ? t('dialog.verb') : t('dialog.verbCount', { count })}
              cost={price.cost}
              was={price.was}
              balance={me?.credits ?? null}
              marked={price.quote?.marked ?? 0}
              warnings={price.quote?.warnings ?? []}
              pending={order.pending}
              notice={
                me &&
                noticeOf(me, {
                  ready: abilities.ready,
                  missing: abilities.hasModel ? null : form.model,
                  onDefaultModel: () => changeForm({ model: null }),
                  full: order.full,
                  resendMail: null,
                })
              }
              problem={text === null ? null : { text, place: null }}
              onUpgrade={() => {
                onClose()
                show(me?.plan.name === 'free' ? 'upgrade' : 'credits')
              }}
              loginLink={paths.login.link({
                nextUrl: (tool === 'image' ? paths.imageToImage : paths.textToImage).link(),
              })}
            />
          </div>
        </Stack>
      </form>
    </Dialog>
  )
}

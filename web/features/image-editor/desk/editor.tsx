import { Text } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { DropAnywhere } from '#web/features/generate/components/drop-anywhere.tsx'
import { PanelFrame } from '#web/features/generate/panel/panel-frame.tsx'
import frame from '#web/features/generate/panel/frame.module.css'
import { isPadded, paddedSize } from '#web/features/generate/lib/source.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import { useSession } from '#web/lib/session.ts'
import { Segments } from '#web/ui/segments.tsx'
import { FoldedFacts } from '#web/features/tool-page/frame/tool-facts.tsx'
import classes from '#web/features/tool-page/frame/tool.module.css'
import { stateOf } from './document/history.ts'
import type { EditorDocument } from './document/document.ts'
import { type Picture, useEditor } from './editor-store.ts'
import { ProjectLine, ProjectNotice } from './keep/project-notice.tsx'
import { useAutosave } from './keep/use-autosave.ts'
import { dropPrepared, MODES, setOptions, useOptions } from './options.ts'
import type { Order } from './orders/place-order.ts'
import { useEditorOrder } from './orders/use-order.ts'
import { AdjustFields } from './panel/adjust-fields.tsx'
import { CropFields } from './panel/crop-fields.tsx'
import { ExtendFields } from './panel/extend-fields.tsx'
import { OrderBar, OrderProgress } from './panel/order-bar.tsx'
import { SelectFields } from './panel/select-fields.tsx'
import { TextFields } from './panel/text-fields.tsx'
import { EditorCanvas } from './stage/editor-canvas.tsx'
import stage from './stage/stage.module.css'
import { usePhoneRoom } from './stage/use-phone-room.ts'
import { useTexts } from './texts.ts'

/** The image that is edited, with all that can be done to it. */
export function Editor({
  document,
  picture,
  resendMail,
  onFile,
}: {
  document: EditorDocument
  picture: Picture
  resendMail: ReactNode
  /** Given an image that is dropped on the page or pasted. */
  onFile: (file: File) => Promise<void>
}) {
  const t = useTexts()
  const options = useOptions()
  const { mode, order: what, prompt, padding } = options
  const kept = useEditor((editor) => editor.kept)
  const state = useMemo(() => stateOf(document), [document])
  const { data: servers } = useQuery(generationServersQuery)
  const feature = mode === 'extend' ? 'outpaint' : 'inpaint'
  const models = (servers?.results ?? [])
    .flatMap((server) => server.models)
    .filter(
      (model, index, all) =>
        model.features.includes(feature) && all.findIndex(({ id }) => id === model.id) === index,
    )
  const model = models.find(({ id }) => id === options.model) ?? models[0]
  const prices = usePriceList()
  const order = useEditorOrder()
  const [folded, setFolded] = useState(false)
  useAutosave(useSession().isLoggedIn)
  const desk = useRef<HTMLDivElement>(null)
  usePhoneRoom(desk)
  const [complained, setComplained] = useState<string | null>(null)

  const words = {
    prompt: prompt.trim(),
    model: model?.id ?? null,
    takesStrength: model?.features.includes('image_to_image') ?? true,
  }
  const wanted: Order | null =
    mode === 'extend'
      ? { kind: 'extend', ...words, padding }
      : mode === 'select'
        ? what === 'remove'
          ? { kind: 'remove' }
          : { kind: 'replace', ...words }
        : null
  const listed = ((): number | null => {
    if (wanted?.kind === 'remove') return prices?.remove_object ?? null
    const { width, height } = wanted?.kind === 'extend' ? paddedSize(state, padding) : state
    // Of a larger image the largest part that a model takes is sent.
    const pixels = Math.min(width * height, 4 * 2 ** 20)
    const line = prices?.image.find(({ max_pixels }) => pixels <= max_pixels)
    return line && model ? line.credits * model.credits : null
  })()
  const cost = order.costOf(wanted, listed)
  const missing = ((): string | null => {
    if (wanted === null) return null
    if (wanted.kind === 'extend' && !isPadded(padding)) return t('order.noSpace')
    if (wanted.kind !== 'extend' && state.selection.length === 0) return t('order.nothing')
    if (wanted.kind !== 'remove' && words.prompt === '') return t('order.noWords')
    return null
  })()

  function submit(): void {
    if (wanted === null || order.isBusy) return
    setComplained(missing)
    if (missing === null && cost !== null) order.send(wanted, cost)
  }

  return (
    <div ref={desk} className={`${frame.frame} ${stage.desk}`} data-folded={folded || undefined}>
      <PanelFrame
        label={t('editor.title')}
        onSubmit={submit}
        bar={
          wanted && (
            <OrderBar
              verb={t(`order.${wanted.kind}`)}
              cost={cost}
              order={order}
              complaint={complained === missing ? complained : null}
              resendMail={resendMail}
            />
          )
        }
      >
        <button
          type="button"
          className={classes.grip}
          aria-label={t('editor.options')}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        />
        <fieldset className={`${classes.fields} ${stage.fields}`} disabled={order.isBusy}>
          <Segments
            fullWidth
            aria-label={t('editor.mode')}
            value={mode}
            onChange={(value) => {
              dropPrepared()
              setOptions({
                mode: value,
                ...(value === 'crop' && {
                  crop: { x: 0, y: 0, width: state.width, height: state.height },
                }),
              })
            }}
            data={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
          {mode === 'select' && <SelectFields state={state} models={models} />}
          {mode === 'extend' && <ExtendFields models={models} />}
          {mode === 'crop' && <CropFields state={state} />}
          {mode === 'adjust' && <AdjustFields state={state} />}
          {mode === 'text' && <TextFields state={state} />}
        </fieldset>
        <ProjectLine />
        {!kept && (
          <Text size="sm" c="dimmed" role="status">
            {t('editor.notKept')}
          </Text>
        )}
        {mode === 'select' && what === 'remove' && <FoldedFacts facts="remove_object" />}
      </PanelFrame>
      <section aria-label={t('editor.image')} className={stage.section}>
        <EditorCanvas picture={picture} state={state} isBusy={order.isBusy} />
        <ProjectNotice />
        <OrderProgress order={order} />
        <DropAnywhere
          text={t('editor.drop')}
          onFiles={([file]) => {
            if (file) void onFile(file)
          }}
        />
      </section>
    </div>
  )
}

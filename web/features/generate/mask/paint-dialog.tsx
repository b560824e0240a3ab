import {
  ActionIcon,
  Button,
  Group,
  Modal,
  Slider,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconPointer,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { Segments } from '#web/ui/segments.tsx'
import type { Size } from '../lib/sizes.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { firstBrush, type Stroke } from './mask-painting.ts'
import classes from './paint-dialog.module.css'
import { useTexts } from './texts.ts'
import { type BoardPick, useBrush } from './use-brush.ts'
import type { Painter, Painting } from './use-painting.ts'
import { usePointer } from './use-pointer.ts'
import type { PointAt } from './use-pointing.ts'
import { useZoom } from './use-zoom.ts'

const SMALLEST = 2

/**
 * A full screen with a brush: by mouse, pen, finger and keyboard, with its size, undo, redo and zoom.
 * @param props.size of the picture, pixels; the canvas among `children` has it too
 * @param props.words what it is called, what the two sides of the brush do, what is lost by leaving, and more keys that it hears
 * @param props.renderPalette what the brush paints with; told how to have it paint again after it erased
 * @param props.pick takes colors from the board
 * @param props.point selects objects where the board is pressed; null: nothing does
 * @param props.actions more buttons beside undo and redo
 * @param props.hand what takes pointer and keys
 * @param props.over shown over the brush
 * @param props.children what is seen of the picture and the canvas, one above the other
 */
export function PaintDialog({
  size: picture,
  painting,
  words,
  pending = false,
  renderPalette,
  pick,
  point = null,
  actions,
  hand,
  over,
  onDone,
  onClose,
  children,
}: {
  size: Size
  painting: Painter<Stroke> & Pick<Painting<Stroke>, 'count' | 'undone' | 'changed'>
  words: Record<'label' | 'title' | 'board' | 'paint' | 'leave', string> & { keys?: string }
  pending?: boolean
  renderPalette?: (paint: () => void) => ReactNode
  pick?: Omit<BoardPick, 'key'>
  point?: PointAt | null
  actions?: ReactNode
  hand: RefObject<HTMLButtonElement | null>
  over?: ReactNode
  onDone: () => void
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts()
  const largest = Math.ceil(Math.min(picture.width, picture.height) / 2)
  const [size, setSize] = useState(firstBrush(picture))
  const [erase, setErase] = useState(false)
  const { zoom, step, canZoomIn, canZoomOut, view } = useZoom()
  const pointer = usePointer(point, erase)
  const brush = useBrush(
    painting,
    picture,
    { size, erase },
    {
      onSize: (by) =>
        setSize((now) => Math.min(largest, Math.max(SMALLEST, Math.round(now * 1.25 ** by + by)))),
      onErase: () => setErase((now) => !now),
      onZoom: step,
      pick: pick
        ? {
            ...pick,
            key: 'i',
            take(at) {
              setErase(false)
              return pick.take(at)
            },
          }
        : pointer.pick,
    },
  )
  const [asked, question] = useDisclosure(false)
  const help = useId()
  const ring = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    brush.board.onKeyDown(event)
    if (zoom === 1 || !event.key.startsWith('Arrow')) return
    requestAnimationFrame(() =>
      ring.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }

  const board: CSSProperties = { '--ratio': picture.width / picture.height, '--zoom': zoom }
  const place: CSSProperties = {
    '--x': `${(100 * brush.at.x) / picture.width}%`,
    '--y': `${(100 * brush.at.y) / picture.height}%`,
    '--size': `${(100 * size) / picture.width}%`,
  }
  return (
    <Modal.Root
      opened
      // Painted work is not thrown away by a slip of the finger; the button says what it does.
      onClose={() =>
        painting.changed || brush.down || pointer.isBusy ? question.open() : onClose()
      }
      fullScreen
      closeOnEscape={!asked}
      transitionProps={{ transition: 'fade' }}
    >
      <Modal.Content className={classes.content} aria-label={words.label}>
        <div className={classes.layout}>
          <div className={classes.head}>
            <Title order={2} size="h4">
              {words.title}
            </Title>
            <Group gap={8} wrap="nowrap">
              <Button variant="default" disabled={pointer.isBusy} onClick={onClose}>
                {t('maskEditor.cancel')}
              </Button>
              {/* What a press is about to select is a part of what is painted. */}
              <Button loading={pending || pointer.isBusy} onClick={onDone}>
                {t('maskEditor.done')}
              </Button>
            </Group>
          </div>
          <div className={classes.room}>
            <div className={classes.stage} {...view}>
              <div
                className={classes.board}
                style={board}
                role="application"
                aria-label={words.board}
              >
                {children}
                <div
                  ref={ring}
                  className={classes.brush}
                  style={place}
                  data-down={brush.down || undefined}
                />
                <button
                  ref={hand}
                  type="button"
                  className={classes.hand}
                  aria-label={t('maskEditor.brush')}
                  aria-pressed={brush.down}
                  aria-describedby={help}
                  data-autofocus
                  {...brush.board}
                  onKeyDown={onKeyDown}
                />
                {over}
              </div>
            </div>
          </div>
          <VisuallyHidden>
            <div role="status" aria-live="polite">
              {pointer.message ?? brush.message}
            </div>
          </VisuallyHidden>
          <div className={classes.tools}>
            {renderPalette?.(() => setErase(false))}
            <Segments
              aria-label={t('maskEditor.brush')}
              value={erase ? 'erase' : 'paint'}
              onChange={(value) => setErase(value === 'erase')}
              data={[
                { value: 'paint', label: words.paint },
                { value: 'erase', label: t('maskEditor.erase') },
              ]}
            />
            {point !== null && (
              <Button
                variant={pointer.isOn ? 'filled' : 'default'}
                aria-pressed={pointer.isOn}
                loading={pointer.isBusy}
                leftSection={<IconPointer size={18} />}
                onClick={pointer.toggle}
              >
                {t('maskEditor.object')}
              </Button>
            )}
            <Slider
              className={classes.size}
              thumbLabel={t('maskEditor.size')}
              label={(value) => t('maskEditor.pixels', { size: value })}
              min={SMALLEST}
              max={largest}
              value={Math.min(size, largest)}
              onChange={setSize}
            />
            <Group gap={8}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('maskEditor.zoomOut')}
                disabled={!canZoomOut}
                onClick={() => step(-1)}
              >
                <IconZoomOut size={18} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('maskEditor.zoomIn')}
                disabled={!canZoomIn}
                onClick={() => step(1)}
              >
                <IconZoomIn size={18} />
              </ActionIcon>
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} />}
                disabled={painting.count === 0}
                onClick={painting.undo}
              >
                {t('maskEditor.undo')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconArrowForwardUp size={18} />}
                disabled={painting.undone === 0}
                onClick={painting.redo}
              >
                {t('maskEditor.redo')}
              </Button>
              {actions}
            </Group>
            <Text id={help} size="xs" c="dimmed" ta="center" className={classes.keys}>
              {t('maskEditor.keys')} {point !== null && t('maskEditor.objectKeys')} {words.keys}
            </Text>
          </div>
        </div>
        {/* There only while it asks: else it would hear the very press of Escape that opens it, and close again. */}
        {asked && (
          <LeaveQuestion
            loss={words.leave}
            onStay={() => {
              question.close()
              hand.current?.focus()
            }}
            onLeave={onClose}
          />
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

import {
  Button,
  Group,
  Modal,
  SegmentedControl,
  Slider,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconContrast, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, useRef, useState } from 'react'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import { type SourcePicture, useSourcePicture, useUploadMask } from '../api/use-source-picture.ts'
import { firstBrush, maskFile } from '../lib/mask-painting.ts'
import { useSource } from '../lib/source-store.ts'
import { useBrush } from '../lib/use-brush.ts'
import { useMask } from '../lib/use-mask.ts'
import classes from './mask-editor.module.css'

const SMALLEST = 2

/** Paints what is to be drawn anew. What was painted earlier is gone on with. */
export function MaskEditor({ picture, onClose }: { picture: SourcePicture; onClose: () => void }) {
  const { source } = useSource()
  const earlier = useSourcePicture(source.maskId, true).picture
  // The earlier mask must be known before the first stroke.
  if (source.maskId !== null && earlier === undefined) return null
  return <Editor picture={picture} earlierUrl={earlier?.url ?? null} onClose={onClose} />
}

function Editor({
  picture,
  earlierUrl,
  onClose,
}: {
  picture: SourcePicture
  earlierUrl: string | null
  onClose: () => void
}) {
  const { change } = useSource()
  const { covered, reveal } = useCover(picture)
  const upload = useUploadMask()
  const { canvas, count, undone, draw, keep, undo, redo } = useMask(earlierUrl)
  const largest = Math.ceil(Math.min(picture.width, picture.height) / 2)
  const [size, setSize] = useState(firstBrush(picture))
  const [erase, setErase] = useState(false)
  const brush = useBrush(
    { draw, keep, undo, redo },
    picture,
    { size, erase },
    {
      onSize: (by) =>
        setSize((now) => Math.min(largest, Math.max(SMALLEST, Math.round(now * 1.25 ** by + by)))),
      onErase: () => setErase((now) => !now),
    },
  )
  const [asked, question] = useDisclosure(false)
  const help = useId()
  const hand = useRef<HTMLButtonElement>(null)

  async function finish(): Promise<void> {
    if (canvas.current === null) return
    const file = await maskFile(canvas.current)
    if (file === null) {
      change({ maskId: null })
      onClose()
      return
    }
    upload.mutate(file, {
      onSuccess: ({ id }) => {
        change({ maskId: id })
        onClose()
      },
    })
  }

  const place: CSSProperties = { '--ratio': picture.width / picture.height }
  const ring: CSSProperties = {
    '--x': `${(100 * brush.at.x) / picture.width}%`,
    '--y': `${(100 * brush.at.y) / picture.height}%`,
    '--size': `${(100 * size) / picture.width}%`,
  }
  return (
    <Modal.Root
      opened
      // Painted work is not thrown away by a slip of the finger; the button says what it does.
      onClose={() => (count === 0 ? onClose() : question.open())}
      fullScreen
      closeOnEscape={!asked}
      transitionProps={{ transition: 'fade' }}
    >
      <Modal.Content className={classes.content} aria-label="Paint a mask">
        <div className={classes.layout}>
          <div className={classes.head}>
            <Title order={2} size="h4">
              Paint what should change
            </Title>
            <Group gap={8} wrap="nowrap">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button loading={upload.isPending} onClick={() => void finish()}>
                Done
              </Button>
            </Group>
          </div>
          <div className={classes.stage}>
            <div className={classes.board} style={place} role="application" aria-label="Mask">
              <img src={picture.url} alt="" draggable={false} data-covered={covered || undefined} />
              <canvas ref={canvas} width={picture.width} height={picture.height} />
              <div className={classes.brush} style={ring} data-down={brush.down || undefined} />
              <button
                ref={hand}
                type="button"
                className={classes.hand}
                aria-label="Brush"
                aria-pressed={brush.down}
                aria-describedby={help}
                data-autofocus
                {...brush.board}
              />
              {covered && (
                <Uncover
                  onClick={() => {
                    reveal()
                    hand.current?.focus()
                  }}
                />
              )}
            </div>
          </div>
          <VisuallyHidden>
            <div role="status" aria-live="polite">
              {brush.message}
            </div>
          </VisuallyHidden>
          <div className={classes.tools}>
            <SegmentedControl
              aria-label="Brush"
              value={erase ? 'erase' : 'paint'}
              onChange={(value) => setErase(value === 'erase')}
              data={[
                { value: 'paint', label: 'Paint' },
                { value: 'erase', label: 'Erase' },
              ]}
            />
            <Slider
              className={classes.size}
              thumbLabel="Brush size"
              label={(value) => `${value} px`}
              min={SMALLEST}
              max={largest}
              value={Math.min(size, largest)}
              onChange={setSize}
            />
            <Group gap={8}>
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} />}
                disabled={count === 0}
                onClick={undo}
              >
                Undo
              </Button>
              <Button
                variant="default"
                leftSection={<IconArrowForwardUp size={18} />}
                disabled={undone === 0}
                onClick={redo}
              >
                Redo
              </Button>
              <Button
                variant="default"
                leftSection={<IconContrast size={18} />}
                onClick={() => keep({ kind: 'invert' })}
              >
                Invert
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={18} />}
                onClick={() => keep({ kind: 'clear' })}
              >
                Clear
              </Button>
            </Group>
            <Text id={help} size="xs" c="dimmed" ta="center" className={classes.keys}>
              By keyboard: arrows move, Shift farther, Space sets the brush down and lifts it, [ and
              ] change its size, E erases, Ctrl + Z undoes, Ctrl + Shift + Z redoes.
            </Text>
          </div>
        </div>
        {/* There only while it asks: else it would hear the very press of Escape that opens it, and close again. */}
        {asked && (
          <LeaveQuestion
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

/** Asked when Escape would throw painted work away. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal.Root opened onClose={onStay} centered returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Discard what you painted?">
        <Modal.Body p="lg">
          <Title order={2} size="h4">
            Discard what you painted?
          </Title>
          <Text mt="xs">The mask stays as it was before.</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onLeave}>
              Discard
            </Button>
            <Button data-autofocus onClick={onStay}>
              Keep painting
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

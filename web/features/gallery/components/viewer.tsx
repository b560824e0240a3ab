import { ActionIcon, Button, Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import {
  IconChevronLeft,
  IconChevronRight,
  IconKeyboard,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import {
  TransformComponent,
  TransformWrapper,
  type ReactZoomPanPinchRef,
} from 'react-zoom-pan-pinch'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Hint } from '#web/ui/hint.tsx'
import { useSwipe } from '../lib/use-swipe.ts'
import type { ResultHandlers } from '../lib/result-handlers.ts'
import { useResultActions } from '../lib/use-result-actions.ts'
import { ViewerDetails } from './viewer-details.tsx'
import { type GalleryTexts, useTexts } from '../texts.ts'
import classes from './viewer.module.css'

/** Those of the viewer itself; what can be done with an image brings its own. */
const shortcutsOf = (t: GalleryTexts): readonly (readonly [keys: string, meaning: string])[] => [
  [t('shortcut.arrows.keys'), t('shortcut.arrows')],
  [t('shortcut.zoom.keys'), t('shortcut.zoom')],
  ['0', t('shortcut.fit')],
  ['?', t('shortcut.help')],
  ['Esc', t('shortcut.close')],
]

function focusTile(id: string): void {
  // After the dialog has let go of the focus.
  setTimeout(() => {
    document.querySelector<HTMLElement>(`[data-picture="${CSS.escape(id)}"]`)?.focus()
  }, 20)
}

/** One picture large: zoom by wheel and pinch, arrows to its neighbours, details at the side. */
export function Viewer({
  image,
  alt,
  hasPrevious,
  hasNext,
  onStep,
  onClose,
  handlers,
  isBehind,
}: {
  image: PredictionImage
  alt: string
  hasPrevious: boolean
  hasNext: boolean
  onStep: (by: -1 | 1) => void
  onClose: () => void
  handlers: ResultHandlers
  /** A dialog is open over it, which has the keyboard. */
  isBehind: boolean
}) {
  const t = useTexts()
  const zoom = useRef<ReactZoomPanPinchRef>(null)
  const [help, { toggle: toggleHelp }] = useDisclosure(false)
  const actions = useResultActions(handlers)(image)
  const keys = actions.flatMap(({ shortcut, label, run }) =>
    shortcut === null ? [] : [{ shortcut, label, run }],
  )
  const hotkeys: [string, () => void][] = [
    ['ArrowLeft', () => hasPrevious && onStep(-1)],
    ['ArrowRight', () => hasNext && onStep(1)],
    ['plus', () => zoom.current?.zoomIn()],
    ['shift+plus', () => zoom.current?.zoomIn()],
    ['=', () => zoom.current?.zoomIn()],
    ['-', () => zoom.current?.zoomOut()],
    ['0', () => zoom.current?.resetTransform()],
    ...keys.map(({ shortcut, run }): [string, () => void] => [shortcut, run]),
    ['Backspace', () => handlers.remove(image)],
    ['shift+?', toggleHelp],
    ['?', toggleHelp],
  ]
  useHotkeys(isBehind ? [] : hotkeys)
  const { covered, reveal } = useCover(image)
  const swipe = useSwipe(
    (by) => (by === 1 ? hasNext : hasPrevious) && onStep(by),
    // In an enlarged picture a finger moves the picture.
    () => (zoom.current?.state.scale ?? 1) <= 1.01,
  )
  const shown = useRef(image.id)
  useEffect(() => {
    shown.current = image.id
  }, [image.id])
  // The keyboard goes on where the eye is: at the tile of the picture that was looked at last.
  useEffect(() => () => focusTile(shown.current), [])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={!isBehind}
      fullScreen
      transitionProps={{ transition: 'fade' }}
    >
      <Modal.Content className={classes.content} aria-label={t('viewer.label')}>
        <div className={classes.layout}>
          <div className={classes.stage} {...swipe}>
            <TransformWrapper
              ref={zoom}
              key={image.id}
              maxScale={8}
              centerOnInit
              doubleClick={{ mode: 'toggle', step: 1.5 }}
            >
              <TransformComponent
                wrapperStyle={{ width: '100%', height: '100%' }}
                contentStyle={{ width: '100%', height: '100%' }}
              >
                {image.video && !covered ? (
                  <video
                    src={image.video.url}
                    poster={image.url}
                    aria-label={alt}
                    width={image.width}
                    height={image.height}
                    className={classes.picture}
                    controls
                    loop
                    muted
                    playsInline
                  />
                ) : (
                  <img
                    src={image.url}
                    alt={alt}
                    width={image.width}
                    height={image.height}
                    className={classes.picture}
                    data-covered={covered || undefined}
                  />
                )}
              </TransformComponent>
            </TransformWrapper>
            {covered && (
              <Button variant="default" className={classes.uncover} onClick={reveal}>
                {t('viewer.uncover')}
              </Button>
            )}
            <Group className={classes.tools} gap={4}>
              <Tool label={t('viewer.zoomIn')} onClick={() => void zoom.current?.zoomIn()}>
                <IconZoomIn size={20} />
              </Tool>
              <Tool label={t('viewer.zoomOut')} onClick={() => void zoom.current?.zoomOut()}>
                <IconZoomOut size={20} />
              </Tool>
              <Tool
                label={t('viewer.shortcuts')}
                onClick={toggleHelp}
                className={classes.keyboardTool}
              >
                <IconKeyboard size={20} />
              </Tool>
              <Tool label={t('viewer.close')} onClick={onClose}>
                <IconX size={20} />
              </Tool>
            </Group>
            {hasPrevious && (
              <Tool
                label={t('viewer.previous')}
                onClick={() => onStep(-1)}
                className={classes.previous}
              >
                <IconChevronLeft size={24} />
              </Tool>
            )}
            {hasNext && (
              <Tool label={t('viewer.next')} onClick={() => onStep(1)} className={classes.next}>
                <IconChevronRight size={24} />
              </Tool>
            )}
            {help && (
              <Stack
                className={classes.help}
                gap={6}
                role="note"
                aria-label={t('viewer.shortcuts')}
              >
                {[
                  ...shortcutsOf(t),
                  ...keys.map(({ shortcut, label }) => [shortcut, label] as const),
                ].map(([key, meaning]) => (
                  <Group key={key} justify="space-between" gap="xl" wrap="nowrap">
                    <Kbd>{key}</Kbd>
                    <Text size="sm">{meaning}</Text>
                  </Group>
                ))}
              </Stack>
            )}
          </div>
          <ViewerDetails image={image} actions={actions} />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

function Tool({
  label,
  onClick,
  className,
  children,
}: {
  label: string
  onClick: () => void
  className?: string | undefined
  children: React.ReactNode
}) {
  return (
    <Hint label={label}>
      <ActionIcon
        variant="default"
        size={44}
        radius="xl"
        aria-label={label}
        onClick={onClick}
        className={className}
      >
        {children}
      </ActionIcon>
    </Hint>
  )
}

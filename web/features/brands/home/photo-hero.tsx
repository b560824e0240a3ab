import { Button, Loader, Text, Title } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ExampleImage } from '#brands/index.ts'
import { paths } from '#contract/paths.ts'
import type { CreditPack } from '#contract/plans-and-prices.ts'
import { formatCents, formatNumber } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { Compare } from '#web/ui/compare.tsx'
import classes from './photo-hero.module.css'
import { useTexts } from './texts.ts'
import { type Trying, useTrial } from './use-trial.ts'

function DropZone({ trying, onFile }: { trying: Trying; onFile(file: File): void }) {
  const t = useTexts()
  const [isOver, setIsOver] = useState(false)
  const isWorking = trying.step === 'working'
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !isWorking) onFile(file)
  }
  return (
    <label className={classes.drop} data-over={isOver || undefined}>
      <input
        type="file"
        accept="image/*"
        className={classes.file}
        // Not disabled: who came here by the keyboard would lose their place.
        aria-disabled={isWorking}
        onClick={(event) => isWorking && event.preventDefault()}
        // It lies over all of the label, and browsers take files that are dropped on it.
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      {isWorking ? <Loader size={28} /> : <IconPhotoPlus size={28} aria-hidden="true" />}
      <span>
        {isWorking ? (
          <strong>{t('try.working')}</strong>
        ) : (
          <>
            <strong className={classes.byMouse}>
              {t(trying.step === 'done' ? 'try.another' : 'try.drop')}
            </strong>
            <strong className={classes.byTouch}>
              {t(trying.step === 'done' ? 'try.another' : 'try.choose')}
            </strong>
          </>
        )}
        <span className={classes.hint}>{t('try.hint')}</span>
      </span>
    </label>
  )
}

/** One side of the example, of which browsers that read AVIF fetch the smaller file. */
function Side({ image, size }: { image: ExampleImage; size: { width: number; height: number } }) {
  return (
    <picture>
      {image.light !== undefined && <source srcSet={image.light} type="image/avif" />}
      <img
        className={classes.side}
        src={image.file}
        {...size}
        alt={image.text}
        fetchPriority="high"
      />
    </picture>
  )
}

function BeforeAfter({ trying }: { trying: Trying }) {
  const t = useTexts()
  const { example } = useSite().brand
  const own = 'photo' in trying ? trying : null
  const [unreadable, setUnreadable] = useState<string | null>(null)
  // Few browsers show HEIC, which the server reads.
  const isShown = own !== null && own.photo !== unreadable
  const onError = () => setUnreadable(own?.photo ?? null)
  const isDone = trying.step === 'done'
  const texts = {
    before: t('headshot.before'),
    after: t('headshot.after'),
    label: t('try.compare'),
    value: (share: number) => t('try.share', { share }),
  }
  if (isShown && !isDone) {
    return (
      <img className={classes.waiting} src={own.photo} alt={t('try.yours')} onError={onError} />
    )
  }
  const { width, height } = isDone ? trying.trial : example
  const size = { width, height }
  return (
    <Compare
      key={isDone ? trying.trial.url : example.after.file}
      ratio={width / height}
      texts={texts}
      before={
        isShown ? (
          <img className={classes.side} src={own.photo} {...size} alt="" onError={onError} />
        ) : isDone ? null : (
          <Side image={example.before} size={size} />
        )
      }
      after={
        <>
          <div className={classes.board} />
          {isDone ? (
            <img className={classes.side} src={trying.trial.url} {...size} alt={t('try.result')} />
          ) : (
            <Side image={example.after} size={size} />
          )}
        </>
      }
    >
      {() => <div className={classes.edge} />}
    </Compare>
  )
}

/**
 * The first screen of a brand with photo tools: what they do, shown on a sample, and tried on the visitor's own photo.
 * @param props.cutOut credits for a photo without its background
 * @param props.pack the smallest that is sold
 */
export function PhotoHero({ cutOut, pack }: { cutOut: number; pack: CreditPack | undefined }) {
  const t = useTexts()
  const { brand, site } = useSite()
  const { trying, choose } = useTrial()
  return (
    <section className={classes.hero}>
      <Title order={1} className={classes.title}>
        {brand.hero.title}
      </Title>
      <div className={classes.picture}>
        <BeforeAfter trying={trying} />
      </div>
      <div className={classes.words}>
        <Text size="md" maw="52ch" mb="lg">
          {brand.hero.text}
        </Text>
        <div aria-live="polite">
          {trying.step === 'done' && (
            <Button
              component={Link}
              to={paths.register.link({ nextUrl: paths.trial.link(trying.trial.token) })}
              state={{ preview: trying.trial.url }}
              size="lg"
              mb="md"
              className={classes.signUp}
            >
              {t('try.signUp')}
            </Button>
          )}
          {trying.step === 'failed' && (
            <Text role="alert" mb="md" fw={700}>
              {trying.message}
            </Text>
          )}
        </div>
        <DropZone trying={trying} onFile={choose} />
        {brand.hero.price !== undefined && (
          <Text size="sm" fw={700} mt="sm" className="tabular">
            {brand.hero.price
              .replace('{credits}', t('try.credits', { count: cutOut }))
              .replace('{free}', t('try.credits', { count: site.freeCredits }))}{' '}
            {pack &&
              t('try.pack', {
                count: formatNumber(pack.quantity),
                price: formatCents(pack.price),
              })}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt="sm">
          {t('try.privacy')}
        </Text>
      </div>
    </section>
  )
}

import { Button, Loader, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { TOOLS, type ToolKey } from '#contract/tools.ts'
import { messageOf } from '#web/lib/errors.ts'
import { keepFilesFor } from '#web/lib/kept-files.ts'
import { useSite } from '#web/lib/site.ts'
import { Compare } from '#web/ui/compare.tsx'
import compare from '#web/ui/compare.module.css'
import { useTrial } from '../home/use-trial.ts'
import { useTexts } from './texts.ts'
import classes from './welcome.module.css'

/** Size of the pictures, as `scripts/make-tool-images.ts` makes them. */
const CARD = { width: 640, height: 480 }
const SHOWN = 3

/** What people come for, the most wanted first; each takes a photo and has a result in seconds. */
const TASKS = [
  { tool: 'create_headshots', picture: '/tools/headshot-card.webp' },
  { tool: 'background_removal', picture: '/tools/background-card.webp' },
  { tool: 'instant_avatars', picture: '/tools/avatars-card.webp' },
  { tool: 'upscale_image', picture: '/tools/upscale-card.webp' },
] as const satisfies { tool: ToolKey; picture: string }[]

const SAMPLE = 'coffee.jpg'
/** Result of the tool for the sample, for visitors who may not try it now: a network has few tries a day. */
const SAMPLE_MADE = { url: '/tools/background-after.webp', width: 600, height: 400 }

type Task = (typeof TASKS)[number]

function TaskCard({ task: { tool, picture } }: { task: Task }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { toolCards } = useSite().brand
  const { page, feature } = TOOLS[tool]
  return (
    <label className={classes.task}>
      <img className={classes.picture} src={toolCards?.[feature] ?? picture} {...CARD} alt="" />
      <strong>{t(`task.${tool}`)}</strong>
      <span className={classes.choose}>{t('welcome.choose')}</span>
      <input
        type="file"
        accept="image/*"
        className={classes.file}
        onChange={({ currentTarget: { files } }) => {
          if (!files || files.length === 0) return
          keepFilesFor(`${tool}.image`, page, [...files])
          void navigate(page)
        }}
      />
    </label>
  )
}

/** The photo of the house and what comes of it, for nothing. */
function FreeSample() {
  const t = useTexts()
  const { trying, choose } = useTrial()
  const fetched = useMutation({
    mutationFn: async () => {
      const answer = await fetch(`/tools/${SAMPLE}`)
      if (!answer.ok) throw new Error(`The photograph ${SAMPLE} answers ${answer.status}`)
      return new File([await answer.blob()], SAMPLE, { type: 'image/jpeg' })
    },
    onSuccess: choose,
  })
  const hasFailed = fetched.isError || (trying.step === 'failed' && !trying.isLimit)
  if (trying.step === 'done' || (trying.step === 'failed' && trying.isLimit)) {
    const { url, width, height } = trying.step === 'done' ? trying.trial : SAMPLE_MADE
    return (
      <div className={classes.sample} role="status">
        <Compare
          ratio={width / height}
          texts={{
            before: t('welcome.before'),
            after: t('welcome.after'),
            label: t('welcome.compare'),
            value: (share) => t('welcome.share', { share }),
          }}
          before={<img className={classes.side} src={`/tools/${SAMPLE}`} alt="" />}
          after={
            <>
              <div className={compare.checkerboard} />
              <img className={classes.side} src={url} alt={t('welcome.result')} />
            </>
          }
        />
        <Text mt="sm">
          {t(trying.step === 'done' ? 'welcome.yoursNext' : 'welcome.madeEarlier')}
        </Text>
      </div>
    )
  }
  const isWorking = fetched.isPending || trying.step === 'working'
  return (
    <div>
      <Button
        variant="default"
        className={classes.see}
        aria-disabled={isWorking}
        leftSection={isWorking ? <Loader size={18} /> : null}
        onClick={() => !isWorking && fetched.mutate()}
      >
        {t(isWorking ? 'welcome.working' : 'welcome.sample')}
      </Button>
      {hasFailed && !isWorking && (
        <Text role="alert" mt="sm">
          {trying.step === 'failed' ? trying.message : messageOf(fetched.error)}
        </Text>
      )}
    </div>
  )
}

/** For somebody who has made nothing yet: what they can do with a photo, and a sample in one press. */
export function Welcome() {
  const t = useTexts()
  const { has } = useSite()
  const tasks = TASKS.filter(({ tool }) => has(TOOLS[tool].feature)).slice(0, SHOWN)
  return (
    <section aria-labelledby="welcome" className={classes.welcome}>
      <Title order={2} id="welcome">
        {t(tasks.length === 1 ? 'welcome.titleOne' : 'welcome.title')}
      </Title>
      <Text mt="xs" mb="md">
        {t('welcome.text')}
      </Text>
      <ul className={classes.tasks}>
        {tasks.map((task) => (
          <li key={task.tool}>
            <TaskCard task={task} />
          </li>
        ))}
      </ul>
      {has('background_removal') && <FreeSample />}
    </section>
  )
}

import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownImage, ShownSection } from '../lib/shown-page.ts'
import { useTexts } from '../texts.ts'
import classes from './content.module.css'
import { ContentPicture } from './content-picture.tsx'

function Figure({ image }: { image: ShownImage }) {
  const t = useTexts()
  const { caption, alt, tryLink } = image
  return (
    <figure className={classes.figure}>
      <ContentPicture image={image} />
      {(caption !== null || tryLink !== null) && (
        <figcaption className={classes.caption}>
          <span>{caption}</span>
          {tryLink !== null && (
            <Link to={tryLink} aria-label={t('tryOf', { what: caption ?? alt })}>
              {t('try')}
            </Link>
          )}
        </figcaption>
      )}
    </figure>
  )
}

type Of<K extends ShownSection['kind']> = Extract<ShownSection, { kind: K }>

function Images({ images }: Of<'images'>) {
  return (
    <div className={classes.images}>
      {images.map((image) => (
        <Figure key={`${image.src} ${image.caption ?? ''}`} image={image} />
      ))}
    </div>
  )
}

function Compare({ before, after }: Of<'compare'>) {
  const t = useTexts()
  return (
    <div className={classes.compare}>
      <Figure image={{ ...before, caption: before.caption ?? t('before') }} />
      <Figure image={{ ...after, caption: after.caption ?? t('after') }} />
    </div>
  )
}

function Steps({ steps }: Of<'steps'>) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

function Presets({ presets }: Of<'presets'>) {
  const t = useTexts()
  return (
    <ul className={classes.cards}>
      {presets.map(({ name, prompt, link }) => (
        <li key={name} className={classes.card}>
          <strong>{name}</strong>
          <p>{prompt}</p>
          <Link to={link} aria-label={t('tryOf', { what: name })}>
            {t('try')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Facts({ facts }: Of<'facts'>) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** They open without any script. */
function Questions({ questions }: Of<'questions'>) {
  return (
    <div className={classes.questions}>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <h3>{question}</h3>
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}

function Cards({ cards }: Of<'cards'>) {
  return (
    <ul className={classes.cards}>
      {cards.map(({ title, text, link }) => (
        <li key={link} className={classes.card} data-link>
          <Link to={link}>{title}</Link>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

function Paragraphs({ paragraphs }: Of<'text'>) {
  return paragraphs.map((paragraph) => (
    <p key={paragraph} className={classes.measure}>
      {paragraph}
    </p>
  ))
}

const BODIES: { [K in ShownSection['kind']]: (section: Of<K>) => ReactNode } = {
  text: Paragraphs,
  images: Images,
  compare: Compare,
  steps: Steps,
  presets: Presets,
  facts: Facts,
  questions: Questions,
  cards: Cards,
}

/** A part of a page, by its kind. */
export function SectionView({ section }: { section: ShownSection }) {
  const Body = BODIES[section.kind] as (section: ShownSection) => ReactNode
  return (
    <section>
      <Title order={2}>{section.heading}</Title>
      {'text' in section && section.text !== undefined && (
        <Text c="dimmed" mt="xs" className={classes.measure}>
          {section.text}
        </Text>
      )}
      <div className={classes.body}>
        <Body {...section} />
      </div>
    </section>
  )
}

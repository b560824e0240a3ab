/**
 * Runs before the first paint, as a part of the page: keeps the place of the line that offers another language, which comes with the page's code.
 */
{
  const wanted = navigator.language.slice(0, 2)
  const isOffered = document.currentScript.dataset.languages.split(' ').includes(wanted)
  const isChosen = /(?:^|;\s*)language=/.test(document.cookie)
  if (isOffered && !isChosen) document.documentElement.dataset.offer = ''
}

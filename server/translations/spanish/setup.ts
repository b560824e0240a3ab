/** Answers of the steps of the setup, which may be in Spanish while the console is not. */
export const SETUP = {
  'Secrets are kept only where SECRET_KEY is set, or DATA_DIR/settings-key is a file that its owner alone may read.':
    'Los secretos solo se guardan si SECRET_KEY está definida o si DATA_DIR/settings-key es un archivo que solo puede leer su propietario.',
  'It was stored with another key and cannot be read: enter it again.':
    'Se guardó con otra clave y no se puede leer: escríbelo de nuevo.',
  'No email server is set: the email is in the inbox of this installation, /dev/inbox.':
    'No hay servidor de correo: el mensaje está en la bandeja de esta instalación, /dev/inbox.',
  'The email server took an email to {address}.':
    'El servidor de correo aceptó un mensaje para {address}.',
  'Nobody pays real money: test payments are on.':
    'Nadie paga dinero real: los pagos de prueba están activados.',
  'No payments: neither a key of Stripe nor test payments.':
    'No hay pagos: no hay ni clave de Stripe ni pagos de prueba.',
  'Illustrations and photo-like images in four steps; the quickest start on a processor.':
    'Ilustraciones e imágenes de aspecto fotográfico en cuatro pasos; la forma más rápida de empezar sin tarjeta gráfica.',
  'The model that most LoRAs were made for; twenty steps an image.':
    'El modelo para el que se hizo la mayoría de los LoRA; veinte pasos por imagen.',
  'One to four steps an image, for trying things out.':
    'De uno a cuatro pasos por imagen, para hacer pruebas.',
  'Sharper images at 1,024 pixels that follow longer prompts; wants memory and patience, or a graphics card.':
    'Imágenes más nítidas de 1024 píxeles que siguen prompts más largos; requiere memoria y paciencia, o una tarjeta gráfica.',
  'This image was changed meanwhile. Look at it again.':
    'Esta imagen cambió mientras tanto. Vuelve a mirarla.',
  'Choose one of your own public images that is safe for everybody.':
    'Elige una de tus imágenes públicas que sea apta para todo público.',
  'No model is ready to draw.': 'Ningún modelo está listo para dibujar.',
  'Enter a name like owner/name, the address of a page of the hub, or civitai: with the number of a version.':
    'Escribe un nombre como autor/nombre, la dirección de una página del sitio de modelos, o civitai: con el número de una versión.',
  '{host} cannot be reached. Check the connection of this machine and try again.':
    'No se puede conectar con {host}. Revisa la conexión de esta máquina e inténtalo de nuevo.',
  '{host} does not answer. Try again later.': '{host} no responde. Inténtalo más tarde.',
  '{host} does not answer as a model hub does.':
    '{host} no responde como lo hace un sitio de modelos.',
  'The hub answered {status} for {model}.':
    'El sitio de modelos respondió {status} al pedir {model}.',
  'The hub has no {model}.': 'El sitio de modelos no tiene {model}.',
  'The hub has no {model}, or not without a token (HF_TOKEN).':
    'El sitio de modelos no tiene {model}, o no lo da sin un token (HF_TOKEN).',
  'The hub does not give {model} to this token: accept its terms on its page and set HF_TOKEN.':
    'El sitio de modelos no da {model} con este token: acepta sus condiciones en su página y define HF_TOKEN.',
  '{license} ({saidPart})': '{license} ({saidPart})',
  'the repository': 'el repositorio',
  'the weights': 'los pesos',
  'Dreamshaper, from which it was made': 'Dreamshaper, del que procede',
  'It works.': 'Funciona.',
  'It is starting.': 'Está arrancando.',
  'It refuses the credentials.': 'Rechaza las credenciales.',
  'There is no such server at this address.': 'En esta dirección no hay un servidor de este tipo.',
  'It is too busy.': 'Está demasiado ocupado.',
  'It answers with an error.': 'Responde con un error.',
  'It does not answer.': 'No responde.',
  'It cannot be reached.': 'No se puede conectar.',
  'It has no model.': 'No tiene ningún modelo.',
  'It answers, but not as a server of this kind does.':
    'Responde, pero no como lo hace un servidor de este tipo.',
  'It failed too often and rests.': 'Falló demasiadas veces y descansa.',
  'It does not work.': 'No funciona.',
  'The email server cannot be reached: {reason}.':
    'No se puede conectar con el servidor de correo: {reason}.',
  'The email server refuses the user name or the password: {reason}.':
    'El servidor de correo rechaza el usuario o la contraseña: {reason}.',
  'The email server does not take the email: {reason}.':
    'El servidor de correo no acepta el mensaje: {reason}.',
  'Stripe takes this key: payments are real.': 'Stripe acepta esta clave: los pagos son reales.',
  "Stripe takes this key, which is one of its test mode: nobody's money moves.":
    'Stripe acepta esta clave, que es de su modo de prueba: no se mueve dinero de nadie.',
  'Stripe does not take this key.': 'Stripe no acepta esta clave.',
  'Stripe cannot be reached. Check the connection of this machine and try again.':
    'No se puede conectar con Stripe. Revisa la conexión de esta máquina e inténtalo de nuevo.',
  '{saidAccount} No event has arrived yet: have Stripe send its events to {address}, then send a test event from there.':
    '{saidAccount} Aún no ha llegado ningún evento: haz que Stripe los envíe a {address} y manda desde allí uno de prueba.',
  '{saidAccount} Its last event arrived at {address} on {time}.':
    '{saidAccount} Su último evento llegó a {address} el {time}.',
  'It must be a URL that starts with smtp:// or smtps://.':
    'Debe ser una URL que empiece por smtp:// o smtps://.',
  'It must be a URL that starts with http:// or https://, not "{value}".':
    'Debe ser una URL que empiece por http:// o https://, no "{value}".',
  'It must be an email address, not "{value}".': 'Debe ser una dirección de correo, no "{value}".',
  'It must be an address without a path, not "{value}".':
    'Debe ser una dirección sin ruta, no "{value}".',
  'It must be 0 or 1, not "{value}".': 'Debe ser 0 o 1, no "{value}".',
}

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Steps that make a client and call a daemon with it. Each is given what run.mjs calls its tools, and returns whether it
 * holds, or a text that says what it needs.
 */

/** The generator of Go clients; the Go module names what its clients import. */
const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
const CLASSPATH = 'org.apache.maven.plugins:maven-dependency-plugin:3.3.0:build-classpath'

export function openapiPythonClient({ folder, scratch, document, daemon, run, python }) {
  const env = python('3.11')
  if (typeof env !== 'string') return env.reason
  const output = join(scratch, 'opc', 'pmx_client')
  // The client is called and never read: nothing has to format it.
  const config = join(scratch, 'opc.json')
  writeFileSync(config, JSON.stringify({ post_hooks: [] }))
  const flags = ['--meta', 'none', '--fail-on-warning', '--config', config]
  const what = ['--path', document, '--output-path', output]
  return (
    run(env, ['-m', 'openapi_python_client', 'generate', ...what, ...flags]) &&
    run(env, [join(folder, 'call_openapi_python_client.py'), join(scratch, 'opc'), daemon])
  )
}

export function openapiGeneratorPython(tools) {
  const { folder, scratch, daemon, run, python } = tools
  const env = python('3.11')
  if (typeof env !== 'string') return env.reason
  const output = join(scratch, 'ogp')
  return (
    openapiGenerator(tools, env, 'python', output, ['packageName=pmx_generated']) ??
    run(env, [join(folder, 'call_openapi_generator.py'), output, daemon])
  )
}

export function openapiGeneratorJava(tools) {
  const { folder, scratch, daemon, run, python } = tools
  if (!has('mvn', '-version')) return 'needs Maven'
  const env = python('3.11')
  if (typeof env !== 'string') return env.reason
  const output = join(scratch, 'ogj')
  const properties = [
    'invokerPackage=pmx.generated',
    'apiPackage=pmx.generated.api',
    'modelPackage=pmx.generated.model',
    'openApiNullable=false',
    // A list that is absent is none, and not an empty one.
    'containerDefaultToNull=true',
  ]
  const how = ['--library', 'native']
  const refused = openapiGenerator(tools, env, 'java', output, properties, how)
  if (refused !== undefined) return refused
  const sources = join(output, 'src', 'main', 'java', 'pmx')
  copyFileSync(join(folder, 'java', 'Calls.java'), join(sources, 'Calls.java'))
  copyFileSync(join(folder, 'java', 'pom.xml'), join(output, 'calls.xml'))
  const built = ['-q', '-B', '-f', 'calls.xml', 'compile', CLASSPATH, '-Dmdep.outputFile=classpath.txt']
  if (!run('mvn', built, { cwd: output })) return false
  const path = `${join(output, 'target', 'classes')}:${readFileSync(join(output, 'classpath.txt'), 'utf8').trim()}`
  const apis = readdirSync(join(sources, 'generated', 'api')).map((file) => file.replace('.java', ''))
  const program = ['java', '-cp', path, 'pmx.Calls', daemon, ...apis]
  return run(env, [join(folder, 'call_program.py'), daemon, ...program])
}

export function oapiCodegen({ folder, scratch, document, daemon, run, python }) {
  if (!has('go', 'version')) return 'needs Go'
  const env = python('3.11')
  if (typeof env !== 'string') return env.reason
  const module = join(scratch, 'go')
  mkdirSync(join(module, 'generated'), { recursive: true })
  for (const file of ['main.go', 'go.mod', 'go.sum'])
    copyFileSync(join(folder, 'go', file), join(module, file))
  const config = {
    package: 'generated',
    generate: { models: true, client: true },
    output: 'generated/client.go',
    // A word of an enumeration may be the name of a shape, too.
    compatibility: { 'always-prefix-enum-values': true },
  }
  writeFileSync(join(module, 'config.json'), JSON.stringify(config))
  const program = join(module, 'calls')
  return (
    run('go', ['run', GO_GENERATOR, '-config', 'config.json', document], { cwd: module }) &&
    run('go', ['build', '-o', program, '.'], { cwd: module }) &&
    run(env, [join(folder, 'call_program.py'), daemon, program, daemon])
  )
}

/** Runs openapi-generator. @returns undefined where the client is made, else why not */
function openapiGenerator({ document, run }, env, language, output, properties, more = []) {
  if (!has('java', '-version')) return 'needs Java'
  const parts = 'models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false'
  const made = run(
    env,
    [
      '-c',
      'from openapi_generator_cli import cli; cli()',
      'generate',
      ...['-g', language, '-i', document, '-o', output, ...more],
      `--additional-properties=${properties.join(',')}`,
      `--global-property=${parts}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return made ? undefined : false
}

function has(command, flag) {
  return spawnSync(command, [flag]).status === 0
}

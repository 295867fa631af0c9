// genesis-memory: puts what Genesis remembers before a prompt in OpenCode, and lets it take up what was said.
// Written by `genesis setup`; `genesis setup --revert` removes it. Nothing here may ever stop a prompt.
import { spawn } from "node:child_process"

const RECALL = @RECALL@
const CAPTURE = @CAPTURE@
const PATIENCE_MS = 3000

function run(argv, event) {
  return new Promise((resolve) => {
    let said = ""
    let child
    const done = () => resolve(said.trim())
    try {
      child = spawn(argv[0], argv.slice(1), { stdio: ["pipe", "pipe", "ignore"] })
    } catch {
      return done()
    }
    const timer = setTimeout(() => { child.kill(); said = ""; done() }, PATIENCE_MS)
    child.on("error", () => { clearTimeout(timer); done() })
    child.on("close", () => { clearTimeout(timer); done() })
    child.stdout.on("data", (part) => { said += part })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })
}

export const GenesisMemory = async ({ directory }) => ({
  "chat.message": async (input, output) => {
    const texts = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic)
    const prompt = texts.map((part) => part.text).join("\n")
    if (!prompt.trim()) return
    const said = await run(RECALL, {
      hook_event_name: "UserPromptSubmit", session_id: input.sessionID ?? "", cwd: directory, prompt,
    })
    if (!said) return
    const last = texts[texts.length - 1]
    output.parts.push({ ...last, id: `${last.id}-genesis`, text: said, synthetic: true })
  },
  event: async ({ event }) => {
    if (event.type !== "session.idle") return
    const session = event.properties?.sessionID ?? ""
    await run(CAPTURE, { hook_event_name: "Stop", session_id: session, cwd: directory })
  },
})

/**
 * Returns the text of VERIFICATION.md. It MUST NOT name the key of the package, because a reader would then compare the package
 * with itself.
 */
export function verificationPage(): string {
  return [WHAT_IT_IS, ON_EACH_SYSTEM, HOW_TO_BEGIN, WITH_THE_VERIFIER, WITH_OPENSSL, WHAT_IS_PROVEN].join(
    '\n',
  )
}

const WHAT_IT_IS = `# What this package is, and how to verify it

This package holds what one organization recorded in Attestry: the audit log (who did what, when), and the records that those
calls wrote (incidents, assets, suppliers, evaluation results, agent runs, release decisions, settings). It is signed. A verifier
shows offline that nothing in it was changed, left out or added, and that each release decision follows from what was recorded.

| File | What it is |
|---|---|
| \`csv/<type>.csv\` | a type of records as a table for a spreadsheet, if it has at most 10,000 lines; the verifier compares each table with these lines |
| \`data/audit-*.jsonl.gz\` | the audit log: one call per line |
| \`data/<type>-*.jsonl.gz\` | the records of a type: one version of one thing per line, oldest first |
| \`manifest.json\` | what the package is: organization, period, counts, who signed and when |
| \`keys/\`, \`log/\` | public keys, and the signed state of the log with its proofs |
| \`log/neighbours.json\` | in a package of a period: the entry before it and the entry after it, with proofs |
| \`SHA256SUMS\`, \`SHA256SUMS.sig\` | the hash of each file, and the signature of all |
| \`verify.mjs\` | the verifier; it runs on Node.js 20 or later |

| Word | What it means |
|---|---|
| audit entry | the line about one call: \`actor\` (who), \`operation\` (what), \`at\` (when it began, UTC), \`outcome\` (\`ok\`, \`refused\`, \`failed\`), \`via\` |
| receipt | in an audit entry: how many records of which type the call wrote, and their hash |
| record | one version of one thing; \`id\` names the thing, \`version\` counts its changes from 1 |
| leaf, gapless range | the place of an entry in the log; no entry between the first and the last is left out |
| checkpoint | the signed size and hash of the whole log at a moment; it covers every entry before it |
| gate decision | the answer to "may this AI system ship", with everything it was based on (\`snapshot\`) |
| NOT CHECKED | the verifier had nothing to check this with; the line says what to give it |

To see how a gate decision was made, take its \`id\` from \`data/gate-decisions-*.jsonl.gz\` and give it to the verifier with
\`--explain ID\`.
`

const ON_EACH_SYSTEM = `## On Windows, macOS and Linux

Install Node.js 20 or later (nodejs.org), and save the package as \`package.zip\`.

- Windows (PowerShell): \`Expand-Archive package.zip -DestinationPath package\`, then
  \`Get-FileHash package\\verify.mjs\` shows the SHA-256, then
  \`node package\\verify.mjs --require-trust --pin KEY_ID --org ORGANIZATION_ID package.zip\`
- macOS: \`unzip -p package.zip verify.mjs > verify.mjs; shasum -a 256 verify.mjs\`, then as on Linux
- Linux: as below
`

const HOW_TO_BEGIN = `## How to verify this package

You need no network, no account and no trust in the person who gave you the file. There are two ways: the verifier in this package, or
openssl and a shell.

Anyone can make a key and sign a package with it. So first get the key id in a way that does not depend on this package: from
\`/.well-known/attestry/keys.json\` of the installation, from a contract, by telephone. It has 64 hex digits. Below,
KEY_ID is a placeholder for it. This package does not tell you which one is right.

One key signs for all organizations of an installation, and two of them may have the same name. So get the id of the
organization from elsewhere too: from a contract, by telephone, from an earlier package. Below, ORGANIZATION_ID is a placeholder
for it.
`

const WITH_THE_VERIFIER = `## With the verifier

It needs Node.js 20 or later and nothing else. It opens no connection and writes no file.

    unzip -p package.zip verify.mjs > verify.mjs
    sha256sum verify.mjs
    node verify.mjs --require-trust --pin KEY_ID --org ORGANIZATION_ID package.zip

A forged package can bring a forged verifier. Compare the hash of verify.mjs with the published one before you run it:
\`/.well-known/attestry/verifier.json\` of the installation, the file \`verifier/dist/verify.mjs.sha256\` of the release, or its
changelog. Or run a verifier that you have from elsewhere.

The last line is \`VERIFIED\` (exit code 0), \`REJECTED\` (1, or 4 for a revoked key), or, where no key from elsewhere was given,
\`INTACT, SIGNER NOT CONFIRMED\` (5 with \`--require-trust\`). \`--keys keys.json\` (the published key set) also checks whether
the key has been revoked since. \`--previous older.zip\` proves that the log of an earlier package is the beginning of this
one's; repeat it, oldest first, for each package before. \`--require-replay\` gives exit code 6 where step 9 was not
checked, which compares each call and decision with the records before it; for a very large log, give it more memory with
\`--memory MIB\`. \`--witness KEY\` (repeated) and \`--quorum N\` require that N of these witnesses have cosigned the
checkpoint: get the keys from the witnesses themselves. \`--tsa FILE\` requires a time-stamp of an authority whose
certificate is in the file (PEM); \`openssl ts -verify\` checks \`log/timestamps/01.tst\` over the first five lines of
\`log/checkpoint\` too. \`--checkpoint FILE\` requires that this package continues the log of a checkpoint that you have from
elsewhere, such as from a witness, and does not end before it. \`node verify.mjs --help\` lists everything.
`

const WITH_OPENSSL = `## With openssl

Start \`bash\` in an empty directory, and paste this with both ids and the path of the package in the first three lines:

    kid=KEY_ID
    org=ORGANIZATION_ID
    package=/path/to/package.zip
    unzip -q "$package"
    command -v sha256sum > /dev/null || sha256sum() { shasum -a 256 "$@"; }    # macOS

    # 1. The key of that id is in the package: prints OK.
    openssl pkey -pubin -in "keys/$kid.pem" -outform DER | sha256sum | grep -qx "$kid  -" && echo "key $kid: OK"

    # 2. The signature: prints "Verified OK".
    openssl dgst -sha256 -verify "keys/$kid.pem" -signature SHA256SUMS.sig SHA256SUMS

    # 3. The files are those that were signed: prints OK for each.
    sha256sum -c --strict SHA256SUMS

    # 4. No file was added: prints nothing.
    find . ! -type d ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | sed 's|^\\./||' | LC_ALL=C sort > /tmp/present.$$
    cut -c67- SHA256SUMS | LC_ALL=C sort | diff - /tmp/present.$$; rm /tmp/present.$$

    # 5. The log is that of the organization: prints OK.
    head -n 1 log/checkpoint | grep -qx "attestry/$org" && echo "organization $org: OK"

Steps 2 to 4 prove that the files are, byte for byte, what the holder of that key signed. They do not check the log, the
records against it, or the gate decisions: only the verifier does that. To read the data:
\`gzip -dc data/incidents-*.jsonl.gz | jq .\`

If step 2 prints "Verification failure", the package may be signed by a later key that yours was rotated to. Each rotation is
signed by the key before it. This follows them from your key to the signer, and says which key that is:

    trusted=$kid
    for file in keys/rotations/*.json; do
      [ -e "$file" ] || break
      jq -j .statement "$file" > statement
      [ "$(jq -r .old_kid statement)" = "$trusted" ] || continue
      openssl pkey -pubin -in "keys/$trusted.pem" -outform DER | sha256sum | grep -qx "$trusted  -" || break
      jq -r .old_signature "$file" | openssl base64 -d -A > old.sig
      openssl dgst -sha256 -verify "keys/$trusted.pem" -signature old.sig statement || break
      trusted=$(jq -r .new_kid statement)
    done
    rm -f statement old.sig
    [ "$trusted" = "$(jq -r .kid manifest.json)" ] && echo "the signer is $trusted" || echo "THE SIGNER IS NOT REACHED"

Only if it prints "the signer is" and an id, set \`kid\` to that id and repeat steps 1 to 5.
`

const WHAT_IS_PROVEN = `## What this proves, and what it cannot

Proven, when every step passes under a key that you obtained elsewhere:

- the bytes are those that were signed, and the holder of that key signed them;
- the audit entries are a gapless range of one append-only log whose size and root the same key signed (in an incident
  support package: single entries of it);
- the records are exactly those that the entries name: none left out, none added, none changed;
- every gate decision follows from the inputs stored with it, by the published rules;
- in a package of a period: the entries right before and right after it are not of the period;
- with \`--previous\`: the log of the older package was continued, not rewritten.

What a checkpoint kept outside the database covers cannot be altered unnoticed, by anyone. Not proven:

- that verify.mjs is genuine: compare its hash with the published one;
- that the key was not revoked later: use \`--keys\` with the current published key set;
- that the organization is the one that you expect: give its id with \`--org\`;
- that no entry after the checkpoint exists, or that entries outside the range do not matter: an incident support
  package shows entries that concern the incident, and cannot show that there are no others;
- that everybody is shown the same log: use \`--witness\`, or compare size and root of \`log/checkpoint\` with those that others
  were given;
- that the times in entries are right: they come from the clock of the installation, the order comes from the log;
- that what was reported to the platform was true.
`

/** The text of VERIFICATION.md for a package signed by this key. */
export function verificationPage(kid: string): string {
  return `# How to verify this package

You need no network, no account and no trust in whoever gave you the file. Two ways: the verifier in this package, or
openssl and a shell.

The package says it is signed by the key

    ${kid}

Anyone can make a key and sign a package with it. So first get this key id, or the key, in a way that does not depend on
this file: from \`/.well-known/attestry/keys.json\` of the installation, from a contract, by telephone.

## With the verifier

Node.js 20 or later, nothing to install; it opens no connection and writes no file.

    unzip -p package.zip verify.mjs > verify.mjs
    sha256sum verify.mjs
    node verify.mjs --pin ${kid} package.zip

Compare the hash of verify.mjs with the one published with the release: a forged package can bring a forged verifier.
\`--keys keys.json\` (the published key set) also checks whether the key has been revoked since. \`--previous older.zip\`
proves that the log of an earlier package is the beginning of this one's. \`node verify.mjs --help\` lists everything.
Exit code 0 means verified.

## With openssl

Paste this in an empty directory, with the path of the package in the first line:

    package=/path/to/package.zip
    unzip -q "$package"

    # 1. The key in the package is the one you expect: this prints its id.
    openssl pkey -pubin -in keys/${kid}.pem -outform DER | sha256sum

    # 2. The signature: prints "Verified OK".
    openssl dgst -sha256 -verify keys/${kid}.pem -signature SHA256SUMS.sig SHA256SUMS

    # 3. The files are those that were signed: prints OK for each.
    sha256sum -c --strict SHA256SUMS

    # 4. No file was added: prints nothing.
    find . ! -type d ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | sed 's|^\\./||' | LC_ALL=C sort > /tmp/present.$$
    cut -c67- SHA256SUMS | LC_ALL=C sort | diff - /tmp/present.$$; rm /tmp/present.$$

Step 1 proves nothing unless you compare the id with one from elsewhere. Steps 2 to 4 prove that the files are, byte for
byte, what the holder of the key signed. They do not check the log, the records against it, or the gate decisions: that
is what the verifier adds. To read the data: \`zcat data/incidents-*.jsonl.gz | jq .\`

A rotation of keys is signed by both keys. To check the first one, for instance:

    jq -j .statement keys/rotations/000001.json > statement
    jq -r .old_signature keys/rotations/000001.json | openssl base64 -d -A > old.sig
    openssl dgst -sha256 -verify keys/$(jq -r .old_kid statement).pem -signature old.sig statement

## What this proves, and what it cannot

Proven, when every step passes under a key that you obtained elsewhere:

- the bytes are those that were signed, and the holder of that key signed them;
- the audit entries are a gapless range of one append-only log whose size and root the same key signed (in an incident
  support package: single entries of it);
- the records are exactly those that the entries name: none left out, none added, none changed;
- every gate decision follows from the inputs stored with it, by the published rules;
- with \`--previous\`: the log of the older package was continued, not rewritten.

What a checkpoint kept outside the database covers cannot be altered unnoticed, by anyone. Not proven:

- that verify.mjs is genuine: compare its hash with the published one;
- that the key was not revoked later: use \`--keys\` with the current published key set;
- that no entry after the checkpoint exists, or that entries outside the range do not matter: an incident support
  package shows entries that concern the incident, and cannot show that there are no others;
- that the times in entries are right: they come from the clock of the installation, the order comes from the log;
- that what was reported to the platform was true.
`
}

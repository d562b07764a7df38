//! What the codes of findings mean.

use super::super::draw::paragraph;
use super::super::failure::{Failure, Status};
use super::super::json;
use super::super::session::Session;
use super::{Format, WIDTH};
use ferz::diagnostics::{Code, code, codes};
use serde_json::{Value, json};
use std::io::Write;

/// How far the lines of an example stand from the margin.
const INDENT: usize = 4;

/// Tells what one code means.
pub(super) fn run(word: &str, format: Format, session: &mut Session) -> Result<Status, Failure> {
    let Some(code) = code(word) else {
        return Err(unknown(word));
    };
    if format == Format::Json {
        let mut object = object(&code);
        object["text"] = code.paragraph().into();
        json::write(&mut session.out, object)?;
        return Ok(Status::Fine);
    }
    writeln!(session.out, "{}: {}\n", code.severity.word(), code.word)?;
    session.out.write_all(text(code.text()).as_bytes())?;
    Ok(Status::Fine)
}

/// Lists all codes with a sentence each.
pub(super) fn list(format: Format, session: &mut Session) -> Result<Status, Failure> {
    if format == Format::Json {
        let codes: Vec<Value> = codes().map(|code| object(&code)).collect();
        json::write(&mut session.out, json!({ "codes": codes }))?;
        return Ok(Status::Fine);
    }
    for code in codes() {
        let body = paragraph(code.summary(), INDENT, WIDTH);
        write!(
            session.out,
            "{}[{}]\n{body}",
            code.severity.word(),
            code.word
        )?;
    }
    Ok(Status::Fine)
}

/// The failure about a word that is no code.
pub(in crate::cli) fn unknown(word: &str) -> Failure {
    let close = ferz::diagnostics::similar_code(word);
    Failure::Usage {
        message: format!("there are no findings with the code {word:?}"),
        help: Some(match close {
            Some(close) => {
                format!("did you mean {close:?}? `ferz explain --list` shows all codes")
            }
            None => "`ferz explain --list` shows all codes".to_owned(),
        }),
    }
}

fn object(code: &Code) -> Value {
    json!({
        "code": code.word,
        "severity": code.severity.word(),
        "summary": code.summary(),
    })
}

/// Markdown as plain text: paragraphs broken into lines, examples indented.
fn text(markdown: &str) -> String {
    let mut out = String::new();
    for (i, part) in markdown.split("```").enumerate() {
        if i % 2 == 1 {
            // The first line of an example names its language.
            for line in part.lines().skip(1) {
                out += format!("{:INDENT$}{line}", "").trim_end();
                out.push('\n');
            }
            continue;
        }
        for block in part.split("\n\n").filter(|b| !b.trim().is_empty()) {
            if !out.is_empty() {
                out.push('\n');
            }
            out += &paragraph(block, 0, WIDTH);
        }
        if i + 1 < markdown.split("```").count() {
            out.push('\n');
        }
    }
    out
}
